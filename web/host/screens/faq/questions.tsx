import { HOUR, MINUTES_PER_HOUR } from '../../../../availability/units.ts'
import { quotas } from '../../../../contract/account/quotas.ts'
import { MAX_ATTEMPTS_PER_HOUR } from '../../../../contract/bookings/rate-limits.ts'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { collectionLimits } from '../../../../contract/custom-fields/custom-fields.ts'
import { eventLimits, RESTORE_WINDOW_MS } from '../../../../contract/events/event-options.ts'
import { ruleLimits } from '../../../../contract/events/event-rules.ts'
import { MAX_RANGES_A_DAY } from '../../../../contract/hours/weekly-availability.ts'
import { paths } from '../../../../contract/pages/pages.ts'

export interface Question {
  /** Part of URLs that people have saved, so it must never change. */
  id: string
  title: string
  answer: ReactNode
}

const { duration } = eventLimits
const RESTORE_HOURS = RESTORE_WINDOW_MS / HOUR

export const questions: readonly Question[] = [
  {
    id: 'connect-calendar',
    title: 'How do I connect my calendar?',
    answer: (
      <>
        <p>
          It’s connected when you sign in with Google. On Google’s page, check both calendar boxes: the list
          of your calendars, and their events. Each event uses one of your calendars, your main one by
          default. Busy times there are hidden, and new bookings are added to it.
        </p>
        <p>
          Entries marked “Free” and invitations you declined don’t block your time. If we lose access to your
          calendar, you’ll see a notice on every page, and nobody can book you until you press Reconnect there
          or in your <Link to={paths.profile}>profile</Link>.
        </p>
      </>
    ),
  },
  {
    id: 'customize-page',
    title: 'How do I customize my booking page?',
    answer: (
      <>
        <p>
          Each event has its own booking page. It shows your name and the event’s title, description, duration
          and meeting type. The preview next to the form updates as you type.
        </p>
        <p>
          To ask for more than a name and email, add custom fields. Create them in the event’s editor for that
          event only, or as a collection under <Link to={paths.customFields}>Custom Fields</Link> that any
          event can use. Post-booking fields are for you, and people you share the event with, to fill in
          after the meeting; invitees never see them. Our <a href={paths.extension}>browser extension</a>{' '}
          shows them, and the answers, in Google Calendar.
        </p>
      </>
    ),
  },
  {
    id: 'share-link',
    title: 'How do I share my booking link?',
    answer: (
      <>
        <p>
          On your <Link to={paths.dashboard}>dashboard</Link> or under <Link to={paths.events}>Events</Link>,
          press <strong>Share Link</strong> to copy the link. You’ll also see it each time you save the event.
        </p>
        <p>
          Anyone with the link can book, without an account. To stop taking bookings for a while, press{' '}
          <strong>Disable Bookings</strong>; the link stays the same.
        </p>
        <p>
          To work on an event’s bookings with your team, press <strong>Share with team</strong> on its card
          and enter a colleague’s email address. With <strong>View</strong>, they see its bookings, answers
          and private notes, and can fill in the notes. With <strong>Manage</strong>, they can also move and
          cancel bookings. They find the event under <strong>Shared with me</strong>, and nothing else of
          yours.
        </p>
      </>
    ),
  },
  {
    id: 'time-zones',
    title: 'How are time zones handled?',
    answer: (
      <>
        <p>
          Your hours are in the event’s time zone. Invitees see them in their own, which the booking page gets
          from their device and lets them change. Daylight saving is handled automatically: 9 in the morning
          stays 9 in the morning. If a government changes the clock after someone booked, we email you the
          affected bookings, and you decide whether to move them.
        </p>
        <p>
          Emails to invitees use the time zone they booked in. Choose your own time zone and clock format in
          your <Link to={paths.settings}>settings</Link>.
        </p>
      </>
    ),
  },
  {
    id: 'recurring-availability',
    title: 'Can I offer the same hours every week?',
    answer: (
      <>
        <p>
          Yes, that’s how events work. Under <strong>Weekly Availability</strong>, choose your days and hours,
          with several ranges a day if you like. They repeat every week during the event period or, without
          one, indefinitely.
        </p>
        <p>
          To take a day off, add an entry to your calendar and that time is no longer offered. Invitees book
          one meeting at a time, not a series.
        </p>
      </>
    ),
  },
  {
    id: 'cancel-reschedule',
    title: 'How are bookings canceled or rescheduled?',
    answer: (
      <>
        <p>
          To cancel, go to <Link to={paths.bookings}>Bookings</Link> and add a reason, which is emailed to
          everyone in the meeting. To reschedule, move the entry in your Google Calendar; the booking follows
          within a minute or so, and everyone gets an email. Deleting the entry there doesn’t cancel the
          booking.
        </p>
        <p>
          Invitees can cancel or reschedule until the meeting starts, on the confirmation page linked in their
          emails. Two switches in the event’s editor control whether they can.
        </p>
      </>
    ),
  },
  {
    id: 'event-limits',
    title: 'Is there a limit to how many events I can have?',
    answer: (
      <>
        <p>
          Yes. You can have up to {quotas.events} events, including archived ones and events deleted in the
          last {RESTORE_HOURS} hours. To make room, delete events you no longer need.
        </p>
        <p>
          A meeting can last from {duration.min} minutes to {duration.max / MINUTES_PER_HOUR} hours, with up
          to {ruleLimits.buffer / MINUTES_PER_HOUR} hours of buffer before and after. A day can have up to{' '}
          {MAX_RANGES_A_DAY} time ranges, and an event up to {collectionLimits.used} collections of custom
          fields. To keep bots out, we accept at most {MAX_ATTEMPTS_PER_HOUR} bookings an hour from one IP
          address.
        </p>
      </>
    ),
  },
  {
    id: 'notifications',
    title: 'What notifications do you send?',
    answer: (
      <>
        <p>
          You, your invitee and any guests get an email with a calendar invite when a meeting is booked,
          changed or canceled. We also send reminders 24 hours and 1 hour before.
        </p>
        <p>
          Choose which emails you get and whether to send reminders in your{' '}
          <Link to={paths.settings}>settings</Link>. Email missing? Check your spam folder first.
        </p>
      </>
    ),
  },
]
