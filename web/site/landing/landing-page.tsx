import { paths } from '../../../contract/pages.ts'
import { ClosingCall } from '../closing-call.tsx'
import { ExtensionSection } from '../extension-section.tsx'
import { FeatureCards } from '../feature-cards.tsx'
import { features } from './features.tsx'
import { HeroPicture } from './hero-picture.tsx'
import { Testimonials } from './testimonials.tsx'

export const landingDescription =
  'Share one link. People see the times you really have, in their own time zone, and book one. ' +
  'Busy times in your calendar are never offered, so nothing is booked twice.'

export function LandingPage() {
  return (
    <>
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
        <FeatureCards features={features} heading="h3" />
        <p className="more">
          <a className="button quiet" href={paths.features}>
            All features
          </a>
        </p>
      </section>

      <ExtensionSection />
      <Testimonials />
      <ClosingCall
        title="Let the next meeting find its own time"
        text="Sign in with Google, say when you are free, and send the link."
        action="Start Scheduling Today"
      />
    </>
  )
}
