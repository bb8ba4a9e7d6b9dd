import { paths } from '../../../contract/pages/pages.ts'
import { ClosingCall } from '../closing-call.tsx'
import { ExtensionSection } from '../extension-section.tsx'
import { FeatureCards } from '../feature-cards.tsx'
import { features } from './features.tsx'
import { HeroPicture } from './hero-picture.tsx'
import { ProductTour } from './product-tour.tsx'
import { Testimonials } from './testimonials.tsx'

export const landingDescription =
  'Share one link. People see when you’re free, in their own time zone, and book a time. ' +
  'Busy times in your calendar stay hidden, so you’re never double-booked.'

export function LandingPage() {
  return (
    <>
      <section className="hero band">
        <div className="hero-text">
          <h1 className="headline">Schedule meetings with advanced features</h1>
          <p className="tagline">
            Share one link. People see when you’re free, in their own time zone, and book in under a minute.
          </p>
          <a className="button primary" href={paths.signIn}>
            Get Started Free
          </a>
          <p className="small-print">Sign in with Google. No card needed.</p>
        </div>
        <HeroPicture />
      </section>

      <section className="band" aria-labelledby="features">
        <h2 id="features">Everything you need to get booked</h2>
        <p className="lead">You set the rules and skip the back-and-forth.</p>
        <FeatureCards features={features} heading="h3" />
        <p className="more">
          <a className="button quiet" href={paths.features}>
            All features
          </a>
        </p>
      </section>

      <ProductTour />
      <ExtensionSection />
      <Testimonials />
      <ClosingCall
        title="Let your next meeting schedule itself"
        text="Sign in with Google, set your hours and send the link."
        action="Start Scheduling Today"
      />
    </>
  )
}
