import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { collectionLimits } from '../../../contract/custom-fields.ts'
import { bufferOptions, eventLimits } from '../../../contract/event-options.ts'
import { MAX_SLOTS_A_DAY } from '../../../contract/weekly-availability.ts'
import { paths } from '../../../contract/pages.ts'

export interface Question {
  /** Part of addresses that people have kept: never to be changed. */
  id: string
  title: string
  answer: ReactNode
}

const { duration } = eventLimits
const HOUR = 60

export const questions: readonly Question[] = [
  {
    id: 'connect-calendar',
    title: 'How do I connect my calendar?',
    answer: (
      <>
        <p>
          Signing in with Google connects it. On Google’s page, tick both calendar boxes: the list of your
          calendars, and their events. Each event then uses one of your calendars, the main one unless you
          choose another. What is busy there is never offered, and what is booked is written there.
        </p>
        <p>
          Entries marked as free, and those you have declined, keep nothing busy. If Google stops accepting
          our access, every page tells you so, and nobody can book until you press Reconnect, there or in your{' '}
          <Link to={paths.profile}>profile</Link>.
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
          Each event has a booking page of its own. It shows your name and what you write in the event’s
          editor: title, description, duration and how you meet. The preview beside the form shows it as you
          type.
        </p>
        <p>
          To ask for more than name and email, add custom fields: for one event only in its editor, or as a
          collection under <Link to={paths.customFields}>Custom Fields</Link> that any event can use. Post
          booking fields are yours to fill in afterwards; whoever booked never sees them.
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
          Press <strong>Share Link</strong> on an event, on your <Link to={paths.dashboard}>dashboard</Link>{' '}
          or under <Link to={paths.events}>Events</Link>: the link is then in your clipboard. It is also shown
          each time you save the event.
        </p>
        <p>
          Whoever has the link can book, without an account. <strong>Disable Bookings</strong> closes the page
          for as long as you like; the link stays the same.
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
          The hours you offer are in the zone of the event. Invitees see them in their own zone, which the
          booking page takes from their device and lets them change. Summer and winter time are seen to: nine
          in the morning stays nine in the morning.
        </p>
        <p>
          Invitees read the zone they booked in, in their mails too. The zone and the clock that you read,
          here and in yours, stand in your <Link to={paths.settings}>settings</Link>.
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
          Yes, that is how events work. Under <strong>Weekly Availability</strong> you choose the days and the
          hours, several ranges a day if you like, and they repeat every week. An event period says from when
          until when; without one they go on and on.
        </p>
        <p>
          To be away for a day, put an entry in your calendar: its time is no longer offered. Invitees book
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
          You cancel under <Link to={paths.bookings}>Bookings</Link>, with a reason that everybody in the
          meeting reads. To reschedule, move the entry in your Google Calendar: the booking follows within a
          minute or so, and the others are told. Removing the entry there does not cancel anything.
        </p>
        <p>
          Invitees cancel or move a booking on its confirmation page, which their mails lead to, until it
          starts. Two switches in the event’s editor say whether they may.
        </p>
      </>
    ),
  },
  {
    id: 'event-limits',
    title: 'Is there a limit to how many events I can have?',
    answer: (
      <>
        <p>No. Make as many as you like, and archive those you no longer need.</p>
        <p>
          A meeting can last from {duration.min} minutes to {duration.max / HOUR} hours, with up to{' '}
          {Math.max(...bufferOptions)} minutes kept free around it. A day can have up to {MAX_SLOTS_A_DAY}{' '}
          time ranges, and an event up to {collectionLimits.used} collections of custom fields. To keep robots
          away, no more than 100 bookings an hour are taken from one internet address.
        </p>
      </>
    ),
  },
  {
    id: 'notifications',
    title: 'Which notifications are sent?',
    answer: (
      <>
        <p>
          You and whoever booked get a mail when a meeting is booked, changed or canceled, with an invitation
          that calendar programs understand. Guests who were invited along are told as well. Reminders go out
          24 hours and 1 hour before.
        </p>
        <p>
          What you are sent, and whether there are reminders, you choose in your{' '}
          <Link to={paths.settings}>settings</Link>. Does a mail not arrive? Look in your spam folder first.
        </p>
      </>
    ),
  },
]
