import { extensionLink } from '../../contract/pages/pages.ts'
import { product } from '../../contract/product.ts'
import { ExtensionPicture } from './extension-picture.tsx'
import { OutwardIcon } from './site-frame.tsx'

export function ExtensionSection() {
  return (
    <section className="band extension" aria-labelledby="extension">
      <ExtensionPicture />
      <div>
        <h2 id="extension">Know who you’re meeting without leaving your calendar</h2>
        <p className="lead">
          The {product.name} extension shows people’s answers right inside the calendar entry.
        </p>
        <ol className="steps">
          <li>Install the extension in your browser.</li>
          <li>Connect it to your {product.name} account.</li>
          <li>Open any booking in Google Calendar to see the answers.</li>
        </ol>
        <a className="button quiet" href={extensionLink} target="_blank" rel="noopener">
          Install the browser extension
          <OutwardIcon />
        </a>
      </div>
    </section>
  )
}
