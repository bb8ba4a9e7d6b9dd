import { confirmationPath } from '../../contract/pages/page-paths.ts'
import { paths } from '../../contract/pages/pages.ts'
import { useForSomebody } from './booking/for-somebody/use-for-somebody.ts'

interface MessagePageProps {
  title: string
  text: string
  bookingId: string | null
  mayBeOwn?: boolean
  mayPass?: boolean
}

/** With its query, and without a script. */
const SAME_ADDRESS = ''

/** A page that explains why there is nothing to book or show. */
export function MessagePage({ title, text, bookingId, mayBeOwn = false, mayPass = false }: MessagePageProps) {
  const isSignedOut = useForSomebody(null)?.token === null
  return (
    <section className={mayBeOwn ? 'card message late' : 'card message'}>
      <svg className="message-picture" viewBox="0 0 160 104" aria-hidden="true">
        <rect
          x="30"
          y="18"
          width="100"
          height="74"
          rx="10"
          fill="var(--surface)"
          stroke="var(--line-strong)"
          strokeWidth="3"
        />
        <path d="M30 40h100" stroke="var(--line-strong)" strokeWidth="3" />
        <path d="M54 10v16M106 10v16" stroke="var(--brand)" strokeWidth="5" strokeLinecap="round" />
        <path d="m68 56 24 24m0-24-24 24" stroke="var(--spark)" strokeWidth="6" strokeLinecap="round" />
      </svg>
      <h1>{title}</h1>
      <p>{text}</p>
      {mayBeOwn && isSignedOut && (
        <p>
          If this is your event, <a href={paths.signIn}>sign in</a> to book it for somebody.
        </p>
      )}
      {bookingId !== null && (
        <a className="button primary" href={confirmationPath(bookingId)}>
          View booking
        </a>
      )}
      {mayPass && (
        <a className="button primary" href={SAME_ADDRESS}>
          Try again
        </a>
      )}
      <a className="button quiet" href="/">
        Go to the home page
      </a>
    </section>
  )
}
