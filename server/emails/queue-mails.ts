import { and, eq, gt, inArray } from 'drizzle-orm'
import { HOUR, MINUTE } from '../../availability/units.ts'
import { createsVideoCall } from '../../contract/events/event-options.ts'
import type { Actor } from '../../contract/bookings/booking-actors.ts'
import { bookingHistory, type BookingRow } from '../db/tables/bookings.ts'
import { jobs } from '../db/tables/jobs.ts'
import type { Tx } from '../db/database.ts'
import { enqueueAll, type NewJob, newJob } from '../jobs/enqueue.ts'
import { type BookingBefore, changedDetails, stillChanged } from './changed-details.ts'
import type { QueuedMail } from '../jobs/queued-mail.ts'
import { RETENTION_MS } from '../jobs/worker.ts'
import {
  isEmptyQueue,
  type MailQueue,
  removeUnsentInvitation,
  removeUntriedConfirmation,
  removeWaitingChanges,
  rewriteUntriedConfirmation,
  type WaitingMail,
} from './unsent-mails.ts'

/** How many changes of a booking a day are emailed right away. */
const PROMPT_CHANGES = 5

/**
 * How many changes of a booking a day are emailed `CHANGE_LEAD_MS` before the meeting at the latest. Not all, because a
 * host can move a booking back and forth between soon and later.
 */
const TIMELY_CHANGES = 20
const CHANGE_LEAD_MS = HOUR

/** How long before a meeting its reminders are sent. */
const REMINDER_LEAD_MS = [24 * HOUR, HOUR]

/**
 * A calendar needs a moment to create a video link. Confirmations and invitations wait this long for it
 * (`releaseMailsAwaitingLink`).
 */
export const LINK_WAIT_MS = 3000

export type MailedBooking = Pick<
  BookingRow,
  | 'hostId'
  | 'id'
  | 'fullName'
  | 'email'
  | 'customFields'
  | 'meetVia'
  | 'location'
  | 'meetingUrl'
  | 'videoCallFailedAt'
  | 'startAt'
  | 'endAt'
  | 'sequence'
  | 'createdAt'
>

export interface MailDetails {
  message?: string
  /** Who is invited or shown the page; for other kinds, the guests who also get the mail. */
  emails?: readonly string[]
  /** The booking before a change: says what changed, and whose address it had. */
  before?: BookingBefore
  /** Who made the change. */
  by?: Actor
}

type Person = Pick<QueuedMail, 'role' | 'to'>

type MailedChange = 'booked' | 'changed' | 'canceled' | 'invited' | 'shared'

/** Queues the mails that follow a change of a booking, in its transaction. */
export async function queueMails(
  tx: Tx,
  booking: MailedBooking,
  kind: MailedChange,
  now: number,
  details: MailDetails = {},
): Promise<void> {
  await enqueueAll(tx, await mailsAbout(tx, booking, kind, now, details))
}

/**
 * The mails that follow a change of a booking: one job per person, and the reminders. Queued mails that they replace
 * are removed, so they have to be queued in the same transaction.
 */
export async function mailsAbout(
  tx: Tx,
  booking: MailedBooking,
  kind: MailedChange,
  now: number,
  { message = '', emails = [], before, by }: MailDetails = {},
): Promise<NewJob[]> {
  const isAddressed = kind === 'invited' || kind === 'shared'
  const others = uniqueAddresses(emails).map(
    (to) => ({ role: kind === 'shared' ? 'recipient' : 'guest', to }) as const,
  )
  const participants: Person[] = [
    { role: 'invitee', to: booking.email },
    { role: 'host', to: '' },
  ]
  const runAt = (kind === 'booked' || kind === 'invited') && awaitsLink(booking) ? now + LINK_WAIT_MS : now
  const changeRunAt = kind === 'changed' ? now + (await changeDelayMs(tx, booking, before, now)) : now
  const mails: NewJob[] = []
  for (const person of isAddressed ? others : [...participants, ...others]) {
    const mail = { ...person, message, ...(by && { by }) }
    if (kind === 'changed' || kind === 'canceled')
      mails.push(...(await changeMail(tx, booking, { kind, ...mail }, before, { now, runAt: changeRunAt })))
    else mails.push(newMail(booking, { kind, ...mail }, { now, runAt }))
  }
  const stillConcerned = [booking.email, ...emails].map((email) => email.toLowerCase())
  if (before && !stillConcerned.includes(before.email.toLowerCase()))
    mails.push(...(await farewellMail(tx, booking, before.email, now)))
  if (kind === 'changed' || kind === 'canceled') await removeReminders(tx, booking)
  if (kind === 'changed' || kind === 'booked') mails.push(...remindersOf(booking, participants, now))
  return mails
}

/** Whether the calendar may still create the link of a booking's video call. */
const awaitsLink = ({ meetVia, meetingUrl, videoCallFailedAt }: MailedBooking) =>
  createsVideoCall(meetVia) && meetingUrl === null && videoCallFailedAt === null

/**
 * How long an email about a change waits for the next one, which replaces it. The more changes in a day, the longer, up
 * to an hour: nobody can flood people by changing a booking again and again, and everyone still hears how it ended.
 * They hear of it before the former start, when they would come in vain, and before the new one.
 */
async function changeDelayMs(
  tx: Tx,
  { hostId, id, startAt }: MailedBooking,
  before: BookingBefore | undefined,
  now: number,
): Promise<number> {
  const changes = await tx.$count(
    bookingHistory,
    and(
      eq(bookingHistory.hostId, hostId),
      eq(bookingHistory.bookingId, id),
      gt(bookingHistory.at, now - 24 * HOUR),
      inArray(bookingHistory.action, ['moved', 'changed']),
    ),
  )
  const extra = changes - PROMPT_CHANGES
  if (extra <= 0) return 0
  const delay = Math.min(2 ** extra * MINUTE, HOUR)
  if (changes > TIMELY_CHANGES) return delay
  const starts = [before?.startAt ?? startAt, startAt].filter((start) => start > now)
  return Math.max(0, Math.min(delay, ...starts.map((start) => start - CHANGE_LEAD_MS - now)))
}

/**
 * Tells one person about a change or the cancellation. Changes that they haven't been told about yet become part of it,
 * so that many changes in a row are one email; if they cancel each other out, there is none, unless an email about one
 * of them may have arrived.
 */
async function changeMail(
  tx: Tx,
  booking: MailedBooking,
  mail: Person & { kind: 'changed' | 'canceled'; message: string },
  before: BookingBefore | undefined,
  { now, runAt }: { now: number; runAt: number },
): Promise<NewJob[]> {
  const queue = mailQueue(booking, mail)
  const isChange = mail.kind === 'changed'
  if (isChange && (await rewriteUntriedConfirmation(tx, queue, booking))) return []
  const { removed, dueAt } = await removeWaitingChanges(tx, queue, now)
  // Of an older booking, they may have had an invitation whose job is no longer kept.
  const isRecent = booking.createdAt > now - RETENTION_MS
  if (!isChange && isRecent && (await removeUnsentInvitation(tx, queue))) return []
  const previousStartAt = lastHeardStart(removed, before?.startAt ?? null, booking.startAt)
  const details = before === undefined ? {} : changedDetails(mail.role, before, booking)
  // What was there first counts.
  const all = Object.assign({}, details, ...removed.map(({ mail: one }) => one.changed).toReversed())
  const mayHaveArrived = removed.some((one) => one.mayHaveArrived)
  const changed = mayHaveArrived ? all : stillChanged(mail.role, all, booking)
  const hasNewDetails =
    mayHaveArrived ||
    (isChange && before === undefined) ||
    removed.some(({ mail: one }) => one.hasNewDetails ?? one.previousStartAt === null)
  if (isChange && previousStartAt === null && !hasNewDetails && Object.keys(changed).length === 0) return []
  // Further changes don't put it off.
  const times = { now, runAt: Math.min(runAt, dueAt ?? runAt) }
  return [newMail(booking, { ...mail, previousStartAt, changed, hasNewDetails }, times)]
}

/**
 * The start that a person last heard about (epoch milliseconds), null if it is still the booking's. `removed` are the
 * waiting emails that the next one replaces, oldest first; one that may have arrived counts as heard, but the next one
 * repeats its change.
 */
function lastHeardStart(
  removed: readonly WaitingMail[],
  startBefore: number | null,
  startAt: number,
): number | null {
  const heard = removed.findLast(({ mayHaveArrived }) => mayHaveArrived)?.mail
  if (heard && heard.startAt !== startAt) return heard.startAt
  const starts = [...removed.map(({ mail }) => mail.previousStartAt), startBefore]
  const last = starts.find((start) => start !== null) ?? startAt
  return last === startAt ? null : last
}

/** Tells the invitee's former address. Skips addresses never emailed about this booking. */
async function farewellMail(tx: Tx, booking: MailedBooking, to: string, now: number): Promise<NewJob[]> {
  const person = { role: 'invitee', to } as const
  const queue = mailQueue(booking, person)
  const { removed } = await removeWaitingChanges(tx, queue, now)
  if (await removeUntriedConfirmation(tx, queue)) return []
  // The first email to an address that a change brought in is about that change.
  const wasBroughtIn = removed.some(({ mail }) => mail.changed?.['email'] !== undefined)
  const mayHaveHeard = removed.some(({ mayHaveArrived }) => mayHaveArrived)
  if (wasBroughtIn && !mayHaveHeard && (await isEmptyQueue(tx, queue))) return []
  return [newMail(booking, { kind: 'readdressed', ...person }, { now })]
}

async function removeReminders(tx: Tx, booking: MailedBooking): Promise<void> {
  await tx
    .delete(jobs)
    .where(and(eq(jobs.hostId, booking.hostId), eq(jobs.queueName, reminderQueue(booking))))
}

const remindersOf = (booking: MailedBooking, participants: readonly Person[], now: number): NewJob[] =>
  REMINDER_LEAD_MS.map((lead) => booking.startAt - lead)
    .filter((at) => at > now)
    .flatMap((runAt) =>
      participants.map((person) => newMail(booking, { kind: 'reminder', ...person }, { now, runAt })),
    )

type Mail = Pick<QueuedMail, 'kind' | 'role' | 'to'> & Partial<QueuedMail>

export const queueMail = (
  tx: Tx,
  booking: MailedBooking,
  mail: Mail,
  times: { now: number; runAt?: number },
): Promise<void> => enqueueAll(tx, [newMail(booking, mail, times)])

function newMail(booking: MailedBooking, mail: Mail, times: { now: number; runAt?: number }): NewJob {
  const { hostId, id: bookingId, startAt, endAt, sequence } = booking
  return newJob(
    'sendMail',
    { bookingId, startAt, endAt, sequence, message: '', previousStartAt: null, ...mail },
    {
      ...times,
      hostId,
      // Everybody reads about the changes of a booking in their order.
      queueName: mail.kind === 'reminder' ? reminderQueue(booking) : mailQueue(booking, mail).queueName,
      position: sequence,
    },
  )
}

/** A person's emails about a booking are sent in order, however their address is capitalized. */
export const mailQueue = (
  { hostId, id }: Pick<MailedBooking, 'hostId' | 'id'>,
  { role, to }: Person,
): MailQueue => ({
  hostId,
  queueName: `${id} ${role} ${to.toLowerCase()}`,
})

/** A queue of their own, so that a changed booking finds and replaces its reminders. */
const reminderQueue = ({ id }: Pick<MailedBooking, 'id'>) => `${id} reminders`

/** Each address once, ignoring case. */
const uniqueAddresses = (emails: readonly string[]) => [
  ...new Map(emails.map((email) => [email.trim().toLowerCase(), email.trim()])).values(),
]
