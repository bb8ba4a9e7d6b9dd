import { product } from '../../contract/product.ts'
import { ExtensionPicture } from './extension-picture.tsx'
import { OutwardIcon } from './site-frame.tsx'

export function ExtensionSection() {
  return (
    <section className="band extension" aria-labelledby="extension">
      <ExtensionPicture />
      <div>
        <h2 id="extension">Know who is coming, without leaving your calendar</h2>
        <p className="lead">
          The {product.name} extension shows what people told you when they booked, right inside the calendar
          entry.
        </p>
        <ol className="steps">
          <li>Install the extension in your browser.</li>
          <li>Connect it to your {product.name} account.</li>
          <li>Open a booking in Google Calendar, and read its custom fields there.</li>
        </ol>
        <a className="button quiet" href={product.extensionUrl} target="_blank" rel="noopener">
          Install from the Chrome Web Store
          <OutwardIcon />
        </a>
      </div>
    </section>
  )
}
