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
import { NotesDrawing } from '../notes-drawing.tsx'
import { MailDrawing, ZonesDrawing } from './drawings.tsx'

export const featuresDescription =
  'Custom fields, labels, private notes, weekly hours, calendar sync, time zones, emails and reminders: ' +
  `what ${product.name} does for hosts and invitees.`

const features: readonly Feature[] = [
  {
    title: 'Custom fields',
    text: 'Ask for what you need to know: text, choices, dates, phone numbers. Create a collection once, use it in any event and share it with others.',
    Drawing: FieldsDrawing,
  },
  {
    title: 'Labels and private notes',
    text: 'Sort events and bookings with labels of your own, and keep notes with each booking. Invitees see neither.',
    Drawing: NotesDrawing,
  },
  {
    title: 'Smart scheduling',
    text: 'Busy times in your calendar are blocked instantly, with a buffer if you like. Two people can never book the same time.',
    Drawing: SmartDrawing,
  },
  {
    title: 'Flexible time slots',
    text: 'Custom durations, several time ranges per day, and start and end dates for when you can be booked.',
    Drawing: RangesDrawing,
  },
  {
    title: 'Easy booking',
    text: 'One link, no account, no back-and-forth. If you allow it, invitees can reschedule or cancel on their own.',
    Drawing: LinkDrawing,
  },
  {
    title: 'Calendar sync',
    text: 'Bookings land in Google Calendar automatically, with a Meet link if you want one. Move the entry there and the booking follows.',
    Drawing: CalendarsDrawing,
  },
  {
    title: 'Every time zone',
    text: 'You set hours in your time zone; invitees see theirs. Daylight saving is handled for you.',
    Drawing: ZonesDrawing,
  },
  {
    title: 'Emails and reminders',
    text: 'Everyone gets an email and a calendar invite for every booking, change and cancellation, plus reminders.',
    Drawing: MailDrawing,
  },
]

export function FeaturesPage() {
  return (
    <>
      <section className="band eight" aria-labelledby="features">
        <h1 id="features">Eight ways to skip the back-and-forth</h1>
        <p className="lead">Everything {product.name} handles between sharing a link and meeting.</p>
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
