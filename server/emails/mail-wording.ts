import { isRefused } from '../bookings/pending-since.ts'
import { maskedEmails } from '../../contract/bookings/booking-actors.ts'
import { meetViaLabels } from '../../contract/events/event-options.ts'
import { confirmationPath } from '../../contract/pages/page-paths.ts'
import { isolated } from '../../contract/isolated.ts'
import { plainLine, sentence } from '../../contract/plain-text.ts'
import type { KnownSettings } from '../../contract/account/settings-options.ts'
import {
  dateTextOf,
  leafText,
  shortMomentText,
  timeRangeText,
  zoneText,
} from '../../contract/time/time-text.ts'
import type { Viewer } from '../../contract/time/viewer.ts'
import { withOffset } from '../../contract/time/with-offset.ts'
import type { hosts } from '../db/tables/hosts.ts'
import type { bookings } from '../db/tables/bookings.ts'
import { publicAnswers } from './public-answers.ts'
import type { MailRole, QueuedMail } from '../jobs/queued-mail.ts'
import { type MailRow, rowsOf, whatChanged } from './mail-rows.ts'
import { mailViewer } from './mail-viewer.ts'

/** The content of an email, for both HTML and text. */
export interface MailContent {
  subject: string
  /** The preview text that inboxes show after the subject. */
  preview: string
  tone: 'good' | 'plain' | 'bad'
  /** A short label for what happened. */
  badge: string
  heading: string
  lead: string
  /** Null if the email isn't about a meeting. */
  when: {
    leaf: { month: string; day: string }
    day: string
    time: string
    zone: string
    /** The previous time, if the meeting was moved. */
    before: string | null
    isOff: boolean
  } | null
  /** The sender's own words. */
  quote: { label: string; text: string } | null
  rows: MailRow[]
  about: string
  answers: MailRow[]
  /** The main action comes first. */
  actions: { label: string; url: string }[]
  /** Why the recipient gets this email. */
  why: string
  /** Where to stop such emails; null if the recipient takes part by their own choice. */
  stopUrl: string | null
}

type Booking = typeof bookings.$inferSelect
type Host = Pick<typeof hosts.$inferSelect, 'name' | 'email'>

export interface MailInput {
  /** The meeting's time when the email was queued, if it differs. */
  booking: Booking
  host: Host
  /** Whom the actor has to be told from, by their addresses in the order they were invited. */
  people?: readonly string[]
  settings: Pick<KnownSettings, 'time_format' | 'timezone' | 'defaults'>
  mail: Pick<QueuedMail, 'kind' | 'role' | 'message' | 'previousStartAt'> &
    Partial<Pick<QueuedMail, 'to' | 'by' | 'changed' | 'isReplacement'>>
  /** Where the recipient may change the meeting (`changeLinks`). */
  changeLinks: MailContent['actions']
  publicUrl: string
  stopUrl: string | null
}

/** Writes an email. It never contains the host's private notes. */
export function mailContent(input: MailInput): MailContent {
  const { booking, host, mail, publicUrl, stopUrl } = input
  const { kind, role, message, previousStartAt } = mail
  const { startAt, endAt } = booking
  const viewer = viewerOf(input)
  const day = dateTextOf(startAt, viewer)
  const time = timeRangeText(startAt, endAt, viewer)
  const zone = zoneText(startAt, viewer)
  const named = withIsolatedNames(input)
  const words = wordsOf(named)
  const other = role === 'host' ? booking.fullName : host.name
  const isOff = kind === 'canceled'
  return {
    subject: `${words.subject}: ${inSubject(booking.title)} with ${inSubject(other)}, ${shortMomentText(startAt, viewer)}`,
    preview: `${day}, ${time}, ${zone}`,
    tone: words.tone,
    badge: words.badge,
    heading: booking.title,
    lead: words.lead,
    when: {
      leaf: leafText(startAt, viewer)!,
      day,
      time,
      zone,
      before:
        previousStartAt === null
          ? null
          : withOffset(shortMomentText(previousStartAt, viewer), previousStartAt, viewer, startAt),
      isOff,
    },
    quote: message === '' ? null : { label: words.quote, text: message },
    rows: [...whatChanged(booking, mail), ...rowsOf(booking, host, role, isOff)],
    about: booking.description,
    answers: publicAnswers(booking.customFields, viewer.hour12).map(({ id, label, answer }) => ({
      id,
      label,
      text: answer,
    })),
    actions: [
      { label: isOff ? 'View details' : 'View booking', url: `${publicUrl}${confirmationPath(booking.id)}` },
      ...(role === 'host' ? [{ label: 'All bookings', url: `${publicUrl}/bookings` }] : []),
      ...input.changeLinks,
    ],
    why: footerText(named.booking, named.host, role, stopUrl !== null),
    stopUrl,
  }
}

const inSubject = (name: string) => isolated(plainLine(name))

/** For the sentences that contain names. */
const withIsolatedNames = ({ booking, host, ...input }: MailInput): MailInput => ({
  ...input,
  booking: { ...booking, fullName: isolated(booking.fullName) },
  host: { ...host, name: isolated(host.name) },
})

/** Guests, and hosts who chose no zone, have no known one, so their emails use the event's zone and name it. */
function viewerOf({ booking, settings, mail: { role } }: MailInput): Viewer {
  const { timezone, inviteeTimezone, inviteeHour12 } = booking
  if (role === 'host') {
    const zone = settings.defaults.includes('timezone') ? timezone : settings.timezone
    return mailViewer(zone, settings.time_format === '12hour')
  }
  if (role !== 'invitee') return mailViewer(timezone, true)
  return mailViewer(inviteeTimezone ?? timezone, inviteeHour12 ?? true)
}

interface Words {
  subject: string
  badge: string
  tone: MailContent['tone']
  lead: string
  quote: string
}

function wordsOf({ booking, host, people, mail }: MailInput): Words {
  const { kind, role, previousStartAt, isReplacement } = mail
  const isHost = role === 'host'
  const other = isHost ? booking.fullName : host.name
  const who = nameOfActor({ booking, host, people, mail })
  const others = [host.name, booking.fullName].filter((name) => name !== who).join(' and ')
  const reason = 'Reason'
  switch (kind) {
    case 'booked':
      return {
        subject: isHost ? 'New booking' : 'Confirmed',
        badge: isHost ? 'New booking' : 'Confirmed',
        tone: 'good',
        lead: bookedLead(other, isHost, mail.by?.role === 'host'),
        quote: reason,
      }
    case 'changed': {
      const word = previousStartAt === null ? 'Updated' : 'Moved'
      const isMove = previousStartAt !== null
      const meeting = who === other ? 'your meeting' : `your meeting with ${other}`
      const unsigned = isMove
        ? `Your meeting with ${other} has a new time.`
        : `The details of your meeting with ${other} have changed.`
      const signed = isMove
        ? `${who} moved ${meeting} to a new time.`
        : `${who} changed the details of ${meeting}.`
      const lead = who === null ? unsigned : signed
      return { subject: word, badge: word, tone: 'plain', lead, quote: reason }
    }
    case 'readdressed':
      return {
        subject: 'Address changed',
        badge: 'Address changed',
        tone: 'plain',
        lead: sentence(
          `Emails about this meeting with ${other} now go to a different address. Didn’t make this change? Update it on the booking page or contact ${other}`,
        ),
        quote: reason,
      }
    case 'canceled':
      return {
        subject: 'Canceled',
        badge: 'Canceled',
        tone: 'bad',
        lead: who ? `${who} canceled this meeting.` : 'This meeting has been canceled.',
        quote: reason,
      }
    case 'linked':
      return {
        subject: 'Video link',
        badge: 'Video link',
        tone: 'good',
        lead: sentence(
          isReplacement
            ? `Please use this new link for your meeting with ${other}`
            : `Here’s the link for your meeting with ${other}`,
        ),
        quote: reason,
      }
    case 'linkFailed':
      return {
        subject: 'No video link',
        badge: 'No video link',
        tone: 'bad',
        lead: isRefused(booking)
          ? sentence(
              `Your calendar didn’t accept this booking, so there’s no video link. Please add it there, and tell ${booking.fullName} how to join`,
            )
          : `Your calendar couldn’t create a ${meetViaLabels[booking.meetVia]} link for this meeting. Choose another meeting type for your event, so that this doesn’t happen again.`,
        quote: reason,
      }
    case 'reminder':
      return {
        subject: 'Reminder',
        badge: 'Coming up',
        tone: 'plain',
        lead: `Your meeting with ${other} is coming up.`,
        quote: reason,
      }
    case 'invited':
      return {
        subject: 'Invitation',
        badge: 'Invitation',
        tone: 'good',
        lead: sentence(
          who === null
            ? `You’re invited to a meeting with ${host.name} and ${booking.fullName}`
            : `${who} invited you to a meeting with ${others}`,
        ),
        quote: 'Message',
      }
    case 'shared':
      return {
        subject: 'Shared with you',
        badge: 'Shared with you',
        tone: 'plain',
        lead: sentence(
          `${who ?? 'A participant'} shared this booking with you: ${booking.fullName} and ${host.name}`,
        ),
        quote: 'Their message',
      }
  }
}

/** A host can book for the invitee. */
function bookedLead(other: string, isHost: boolean, isByHost: boolean): string {
  if (isByHost)
    return isHost ? `You booked this meeting with ${other}.` : `${other} booked a meeting with you.`
  return isHost ? `${other} booked a time with you.` : `Your meeting with ${other} is booked.`
}

/** Who made the change, as the recipient may know them; null if that isn't recorded. */
function nameOfActor({
  booking,
  host,
  people = [],
  mail: { kind, role, to, by },
}: Pick<MailInput, 'booking' | 'host' | 'people' | 'mail'>): string | null {
  const actor = kind === 'canceled' ? (by?.role ?? booking.canceledBy) : by?.role
  if (!actor) return null
  const email = by?.email ?? ''
  const isOwnAction = actor === 'guest' ? email !== '' && to?.toLowerCase() === email : actor === role
  if (isOwnAction) return 'You'
  if (actor === 'host') return host.name
  if (actor === 'invitee') return booking.fullName
  // Invitees and guests don't learn who is on the host's team.
  if (actor === 'member')
    return role === 'host' ? `Your team member ${email}` : `Someone on ${host.name}’s team`
  if (email === '') return 'A guest'
  return `A guest (${role === 'host' ? email : maskedEmails([...people, email]).get(email)!})`
}

/** An email to somebody who was brought in says which host caused it. */
function footerText(booking: Booking, host: Host, role: MailRole, isBroughtIn: boolean): string {
  switch (role) {
    case 'host':
      return `You’re receiving this because ${booking.fullName} has a booking with you.`
    case 'invitee':
      return isBroughtIn
        ? `You’re receiving this because someone entered this address for a booking with ${host.email}.`
        : `You’re receiving this because a meeting with ${host.name} was booked using this address.`
    case 'guest':
      return `You’re receiving this because someone invited you to a booking with ${host.email}.`
    case 'recipient':
      return `You’re receiving this because someone shared one of ${host.email}’s bookings with you. Only open links you were expecting.`
  }
}
