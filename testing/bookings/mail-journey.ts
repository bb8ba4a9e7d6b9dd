import { and, eq, sql } from 'drizzle-orm'
import { expect } from 'vitest'
import type { Event } from '../../contract/events/event.schema.ts'
import { addGuestLinks } from '../../server/bookings/guest-links.ts'
import { uniqueLowercase } from '../../server/recipients/count-mails.ts'
import { jobs } from '../../server/db/tables/jobs.ts'
import { bookings } from '../../server/db/tables/bookings.ts'
import { queueMails, type MailDetails } from '../../server/emails/queue-mails.ts'
import { caughtMail, ok, signIn, type TestApp } from '../server/test-app.ts'

/** A new invitee `bob…`, a new host `maya…`, and the emails they get. */
export type MailJourney = Awaited<ReturnType<typeof startMailJourney>>

/** Ten in the morning in New York on the day after the test clock starts. */
export const MEETING = '2027-01-05T15:00:00.000Z'

let count = 0

/** A host with an event, and a person to book it. */
export async function startMailJourney(app: TestApp, event: Partial<Event> = {}) {
  count += 1
  const email = `bob${count}@example.com`
  const hostEmail = `maya${count}@example.com`
  const { sessionToken: token, user } = await signIn(app.origin, hostEmail, { name: 'Maya Lindqvist' })
  const { bookingUrlId } = await ok(app.origin, 'createEvent', {
    token,
    body: { title: 'Intro call', description: 'Bring questions.', ...event },
  })
  const row = async (id: string) => (await app.db.select().from(bookings).where(eq(bookings.id, id)))[0]!
  const mailJobs = async () =>
    app.db
      .select()
      .from(jobs)
      .where(and(eq(jobs.hostId, user.id), eq(jobs.kind, 'sendMail')))
  /** Changes a booking row directly and queues its emails. Guests get links. */
  const tell = async (
    id: string,
    what: Parameters<typeof queueMails>[2],
    change: Partial<typeof bookings.$inferInsert> = {},
    more: MailDetails = {},
  ) =>
    app.db.transaction(async (tx) => {
      const [changed] = await tx
        .update(bookings)
        .set({ ...change, sequence: sql`sequence + 1` })
        .where(eq(bookings.id, id))
        .returning()
      const emails = uniqueLowercase((more.emails ?? []).map((to) => to.trim()))
      const role = what === 'shared' ? 'recipient' : 'guest'
      await addGuestLinks(tx, changed!, { emails, role, includesAnswers: false }, app.clock.now)
      await queueMails(tx, changed!, what, app.clock.now, more)
    })
  /** The first words of the subjects of a person's emails, oldest first. */
  const subjects = async (to: string) =>
    (await caughtMail(app.origin, to)).map(({ subject }) => subject.split(':')[0]).toReversed()
  return {
    app,
    email,
    hostEmail,
    hostId: user.id,
    token,
    /** Releases its held emails, so that they aren't sent during the next test. */
    end: () => app.db.delete(jobs).where(eq(jobs.hostId, user.id)),
    async book(more: object = {}): Promise<string> {
      const body = { fullName: 'Bob Marsh', email, startUTC: MEETING, timezone: 'Europe/Berlin', ...more }
      return (await ok(app.origin, 'createBooking', { query: { bookingUrlId }, body })).id
    },
    row,
    tell,
    cancel: (id: string, message = 'Ill, sorry') =>
      tell(id, 'canceled', { status: 'canceled', canceledBy: 'host' }, { message }),
    async move(id: string, by: number) {
      const before = await row(id)
      const change = { startAt: before.startAt + by, endAt: before.endAt + by }
      await tell(id, 'changed', change, { before })
    },
    subjects,
    /** Waits until each person has an email whose subject starts like this. */
    async arrived(subject: string, addresses = [email, hostEmail]) {
      for (const to of addresses) await expect.poll(() => subjects(to)).toContain(subject)
    },
    mailJobs,
    /** The same without reminders. */
    due: async () => (await mailJobs()).filter(({ payload }) => payload['kind'] !== 'reminder'),
  }
}
