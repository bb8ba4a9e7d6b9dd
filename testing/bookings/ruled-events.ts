import { beforeEach } from 'vitest'
import type { Event, EventChange, EventInput } from '../../contract/events/event.schema.ts'
import { defaultWeek, weekdays } from '../../contract/hours/weekly-availability.ts'
import type { DatabaseKind } from '../databases/databases.ts'
import { setUpApp } from '../server/set-up-app.ts'
import { call, ok, signIn, START_OF_TESTS } from '../server/test-app.ts'

/** Every day from nine to five. */
export const everyDay = () =>
  Object.fromEntries(weekdays.map((day) => [day, defaultWeek().monday])) as ReturnType<typeof defaultWeek>

type Rules = NonNullable<EventInput['rules']>

/** A host per test whose events are in UTC and open every day from nine to five. `now` is epoch milliseconds. */
export function setUpRules({
  database = 'postgres',
  now = START_OF_TESTS,
}: { database?: DatabaseKind; now?: number } = {}) {
  const app = setUpApp({ database, trustProxy: 1 })
  const host = { token: '' }
  let count = 0
  beforeEach(async () => {
    app.clock.now = now
    const from = { 'x-forwarded-for': `10.1.0.${++count}` }
    host.token = (await signIn(app.origin, `ada${count}@example.com`, {}, from)).sessionToken
  })
  /** Each request has a different address, because of the rate limit. */
  let asked = 0
  const elsewhere = () => ({
    'x-forwarded-for': `10.${2 + Math.floor(++asked / 62_500)}.${Math.floor(asked / 250) % 250}.${(asked % 250) + 1}`,
  })
  const slots = (
    { id }: Pick<Event, 'id'>,
    [dateFrom, dateTo = dateFrom]: readonly [string, string?],
    more: Partial<Record<'bookingId' | 'duration' | 'bookingUrlId', string>> = {},
  ) => ok(app.origin, 'listSlots', { params: { id }, query: { dateFrom, dateTo, timezone: 'UTC', ...more } })
  return {
    app,
    host,
    create: (rules: Rules = {}, more: Omit<EventInput, 'title' | 'rules'> = {}) =>
      ok(app.origin, 'createEvent', {
        token: host.token,
        body: { title: 'Talk', timezone: 'UTC', weeklyAvailabilitySlots: everyDay(), rules, ...more },
      }),
    update: ({ id }: Pick<Event, 'id'>, body: EventChange) =>
      ok(app.origin, 'updateEvent', { token: host.token, params: { id }, body }),
    slots,
    /** The starts as `01-04 15:00`. */
    starts: async (...args: Parameters<typeof slots>) =>
      (await slots(...args)).map(({ startUtc }) => startUtc.slice(5, 16).replace('T', ' ')),
    /** `start` as `01-04 15:00`, or an instant. */
    book: (event: Pick<Event, 'bookingUrlId'>, start: string, more: object = {}) =>
      call(app.origin, 'createBooking', {
        query: { bookingUrlId: event.bookingUrlId },
        body: { fullName: 'Bob', email: 'bob@example.com', startUTC: instant(start), ...more },
        headers: elsewhere(),
      }),
    move: (id: string, start: string) =>
      call(app.origin, 'updateBooking', {
        params: { id },
        body: { fullName: 'Bob', email: 'bob@example.com', startUTC: instant(start) },
        headers: elsewhere(),
      }),
    cancel: (id: string) =>
      ok(app.origin, 'cancelBooking', {
        params: { id },
        body: {
          canceledBy: 'invitee',
          canceledVia: 'confirmationPage',
          cancellationReason: 'Ill',
        },
        headers: elsewhere(),
      }),
  }
}

const instant = (start: string) => (start.includes('Z') ? start : `2027-${start.replace(' ', 'T')}:00Z`)

/** The id of a booking that was made; throws for a refused one. */
export async function idOf(reply: ReturnType<ReturnType<typeof setUpRules>['book']>): Promise<string> {
  const made = await reply
  if (!made.success) throw new Error(made.error)
  return made.data.id
}
