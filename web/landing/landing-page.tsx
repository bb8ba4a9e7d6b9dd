import { product } from '../../contract/product.ts'
import { paths } from '../paths.ts'
import { OutwardIcon, SiteFrame } from '../site/site-frame.tsx'
import { ExtensionPicture } from './extension-picture.tsx'
import { features } from './features.tsx'
import { HeroPicture, Rings } from './hero-picture.tsx'
import { Testimonials } from './testimonials.tsx'

export const landingTexts = {
  title: `${product.name}: scheduling by one shared link`,
  description:
    'Share one link. People see the times you really have, in their own time zone, and book one. ' +
    'Busy times in your calendar are never offered, so nothing is booked twice.',
}

export function LandingPage({ copyright }: { copyright: string }) {
  return (
    <SiteFrame copyright={copyright}>
      <section className="hero band">
        <div className="hero-text">
          <h1 className="headline">Schedule meetings with advanced features</h1>
          <p className="tagline">
            Share one link. People see the times you really have, in their own time zone, and book one in
            under a minute.
          </p>
          <a className="button primary" href={paths.signIn}>
            Get Started Free
          </a>
          <p className="small-print">Sign in with Google. No card needed.</p>
        </div>
        <HeroPicture />
      </section>

      <section className="band" aria-labelledby="features">
        <h2 id="features">All it takes to be booked</h2>
        <p className="lead">The rules are yours. The back and forth is nobody’s.</p>
        <ul className="features">
          {features.map(({ title, text, Drawing }) => (
            <li className="feature" key={title}>
              <Drawing />
              <h3>{title}</h3>
              <p>{text}</p>
            </li>
          ))}
        </ul>
      </section>

      <section className="band extension" aria-labelledby="extension">
        <ExtensionPicture />
        <div>
          <h2 id="extension">Know who is coming, without leaving your calendar</h2>
          <p className="lead">
            The {product.name} extension shows what people told you when they booked, right inside the
            calendar entry.
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

      <Testimonials />

      <section className="band">
        <div className="closing">
          <Rings />
          <h2>Let the next meeting find its own time</h2>
          <p>Sign in with Google, say when you are free, and send the link.</p>
          <a className="button primary" href={paths.signIn}>
            Start Scheduling Today
          </a>
        </div>
      </section>
    </SiteFrame>
  )
}
