import { product } from '../../../contract/product.ts'
import { ClosingCall } from '../closing-call.tsx'
import { ExtensionSection } from '../extension-section.tsx'
import { type Feature, FeatureCards } from '../feature-cards.tsx'
import {
  CalendarsDrawing,
  FieldsDrawing,
  LinkDrawing,
  RangesDrawing,
  SmartDrawing,
} from '../feature-drawings.tsx'
import { MailDrawing, NotesDrawing, ZonesDrawing } from './drawings.tsx'

export const featuresDescription =
  'Custom fields, private notes, weekly hours, calendar sync, time zones, mails and reminders: ' +
  `what ${product.name} does for whoever is booked, and for those who book.`

const features: readonly Feature[] = [
  {
    title: 'Custom fields',
    text: 'Ask what you need to know: texts, choices, dates, phone numbers. Make a collection once, use it in any event, and share it with others.',
    Drawing: FieldsDrawing,
  },
  {
    title: 'Private fields',
    text: 'Fields to fill in after the meeting stay with the booking. You alone see them; whoever booked never does.',
    Drawing: NotesDrawing,
  },
  {
    title: 'Smart scheduling',
    text: 'What is busy in your calendar is blocked at once, with a buffer around it if you like. Two people can never book the same time.',
    Drawing: SmartDrawing,
  },
  {
    title: 'Flexible time slots',
    text: 'Any duration, as many ranges a weekday as your week really has, and periods that say from when until when you can be booked.',
    Drawing: RangesDrawing,
  },
  {
    title: 'Easy booking',
    text: 'One link, no account, nobody writes back and forth. Where you allow it, invitees change or cancel a booking by themselves.',
    Drawing: LinkDrawing,
  },
  {
    title: 'Calendar sync',
    text: 'Bookings go into Google Calendar by themselves, with a Meet link where you want one. Move the entry there, and the booking follows.',
    Drawing: CalendarsDrawing,
  },
  {
    title: 'Every time zone',
    text: 'You offer hours in your zone, they read them in theirs. Nine in the morning stays nine, in summer and in winter.',
    Drawing: ZonesDrawing,
  },
  {
    title: 'Mails and reminders',
    text: 'Both sides hear of every booking, change and cancellation, with an invitation that any calendar understands, and are reminded in time.',
    Drawing: MailDrawing,
  },
]

export function FeaturesPage() {
  return (
    <>
      <section className="band eight" aria-labelledby="features">
        <h1 id="features">Eight ways to save a message</h1>
        <p className="lead">
          What {product.name} does between the link you share and the meeting in your calendar.
        </p>
        <FeatureCards features={features} heading="h2" />
      </section>
      <ExtensionSection />
      <ClosingCall
        title="See it with your own calendar"
        text="Sign in with Google. No card needed."
        action="Get Started Free"
      />
    </>
  )
}
