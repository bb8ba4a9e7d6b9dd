import { paths } from '../../contract/pages/pages.ts'
import { Rings } from './strokes.tsx'

/** The call to action at the end of a page. */
export function ClosingCall({ title, text, action }: { title: string; text: string; action: string }) {
  return (
    <section className="band">
      <div className="closing">
        <Rings />
        <h2>{title}</h2>
        <p>{text}</p>
        <a className="button primary" href={paths.signIn}>
          {action}
        </a>
      </div>
    </section>
  )
}
