import { randomUUID } from 'node:crypto'
import * as fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import { HOUR } from '../../../availability/units.ts'
import { databaseKinds } from '../../../testing/databases/databases.ts'
import { setUpApp } from '../../../testing/server/set-up-app.ts'
import { ok, START_OF_TESTS } from '../../../testing/server/test-app.ts'
import {
  type Kind,
  kinds,
  seedVariedBookings,
  type VariedBooking,
} from '../../../testing/bookings/varied-bookings.ts'

const oneOf = <T>(...values: T[]) => fc.constantFrom(...values)
const sometimes = <T>(values: fc.Arbitrary<T>) => fc.option(values, { nil: undefined, freq: 2 })
const at = sometimes(fc.integer({ min: -44, max: 44 }).map((n) => START_OF_TESTS + n * 6 * HOUR))
const flag = sometimes(fc.boolean())

/** Indexes of the host's labels; the fourth one isn't theirs. */
const labels = sometimes(fc.subarray([0, 1, 2, 3], { minLength: 1 }))
const filters = fc.record({
  booking_ids: sometimes(fc.array(fc.nat(83), { minLength: 1, maxLength: 40 })),
  booking_status: sometimes(fc.subarray(['confirmed', 'canceled'], { minLength: 1 })),
  booking_q: sometimes(
    oneOf(
      'bob',
      'BOB intro',
      'zoe',
      'łukas',
      '100%',
      'b_b',
      'strasse',
      'Иван',
      'иван again',
      'hello',
      'e',
      '\\',
      'bob@',
    ),
  ),
  created_after: at,
  updated_after: at,
  meeting_after: at,
  meeting_before: at,
  upcoming: flag,
  duration_min: sometimes(oneOf(0, 15, 16, 45, 91)),
  duration_max: sometimes(oneOf(14, 30, 45, 90)),
  attendees: sometimes(
    oneOf(['bob'], ['guest1', 'ZOE'], ['@friends'], ['nobody'], ['example.org', 'guest0@friends.example']),
  ),
  event_ids: sometimes(fc.subarray(Object.keys(kinds) as Kind[], { minLength: 1 })),
  event_include_disabled: flag,
  event_include_archived: flag,
  event_status: sometimes(fc.subarray(['not_yet_started', 'running', 'ended'], { minLength: 1 })),
  event_q: sometimes(oneOf('hello', 'again', 'deja vu', '%', 'year', 'STRASSE', 'gone')),
  labels_any: labels,
  labels_all: labels,
  labels_none: labels,
  order_by: sometimes(oneOf('created_at', 'start_utc', '-updated_at', 'end_utc', '-start_utc')),
  items_per_page: sometimes(oneOf(1, 7, 100)),
  page: sometimes(oneOf(1, 2, 3)),
})

type Wanted = typeof filters extends fc.Arbitrary<infer Value> ? Value : never

/** As people see it. */
const plain = (text: string) =>
  text
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase()
    .replaceAll('ß', 'ss')
const hasWords = (text: string, typed = '') =>
  typed.split(' ').every((word) => plain(text).includes(plain(word)))

const eventRuns = (kind: Kind) => {
  if (kind === 'coming') return 'not_yet_started'
  return ['ended', 'deleted', 'removed'].includes(kind) ? 'ended' : 'running'
}

/** The filters as plain functions, for bookings in memory. */
function lookedThrough(all: VariedBooking[], wanted: Wanted, labelIds: string[]): VariedBooking[] {
  const order = wanted.order_by ?? 'start_utc'
  const keyOf = (booking: VariedBooking) =>
    ({
      created_at: Date.parse(booking.createdAt),
      updated_at: booking.updatedAt,
      start_utc: Date.parse(booking.startUtc),
      end_utc: Date.parse(booking.endUtc),
    })[order.replace('-', '') as 'start_utc']
  const found = all.filter((booking, n) => {
    const start = Date.parse(booking.startUtc)
    const takingPart = [booking.fullName, booking.email, ...booking.guests]
    const { title, description, fullName, email } = booking
    const has = (label: number) => booking.labelIds.includes(labelIds[label]!)
    return (
      (wanted.booking_ids?.includes(n) ?? true) &&
      (wanted.booking_status ?? ['confirmed']).includes(booking.status) &&
      hasWords([title, fullName, email, description].join('\n'), wanted.booking_q) &&
      Date.parse(booking.createdAt) >= (wanted.created_after ?? -Infinity) &&
      booking.updatedAt >= (wanted.updated_after ?? -Infinity) &&
      start >= (wanted.meeting_after ?? -Infinity) &&
      start <= (wanted.meeting_before ?? Infinity) &&
      (!wanted.upcoming || Date.parse(booking.endUtc) > START_OF_TESTS) &&
      booking.duration >= (wanted.duration_min ?? 0) &&
      booking.duration <= (wanted.duration_max ?? Infinity) &&
      (wanted.attendees?.some((one) => takingPart.some((who) => plain(who).includes(plain(one)))) ?? true) &&
      (wanted.event_ids?.includes(booking.kind) ?? true) &&
      (wanted.event_ids === undefined || booking.kind !== 'removed') &&
      (booking.eventIsEnabled || wanted.event_include_disabled === true) &&
      (booking.kind !== 'archived' || wanted.event_include_archived === true) &&
      (wanted.event_status ?? ['not_yet_started', 'running', 'ended']).includes(eventRuns(booking.kind)) &&
      (wanted.labels_any?.some(has) ?? true) &&
      (wanted.labels_all?.every(has) ?? true) &&
      !wanted.labels_none?.some(has) &&
      hasWords(`${kinds[booking.kind].title} ${kinds[booking.kind].description}`, wanted.event_q)
    )
  })
  const byKey = found.toSorted((a, b) => keyOf(a) - keyOf(b) || (a.id < b.id ? -1 : 1))
  return order.startsWith('-') ? byKey.toReversed() : byKey
}

describe.each(databaseKinds)('filters of bookings on the %s database', (kind) => {
  const app = setUpApp({ database: kind })
  let seeded: Awaited<ReturnType<typeof seedVariedBookings>>
  beforeAll(async () => {
    seeded = await seedVariedBookings(app)
  })

  test('every combination of filters finds the same bookings as plain functions', async () => {
    const { token, all, eventIds } = seeded
    const labelIds = [...seeded.labels, randomUUID()]
    await fc.assert(
      fc.asyncProperty(filters, async (wanted) => {
        const query: Record<string, string> = {}
        for (const [name, value] of Object.entries(wanted)) {
          if (value === undefined) continue
          if (name.endsWith('_after') || name.endsWith('_before'))
            query[name] = new Date(value as number).toISOString()
          else if (name === 'booking_ids') query[name] = (value as number[]).map((n) => all[n]!.id).join(',')
          else if (name.startsWith('labels_'))
            query[name] = (value as number[]).map((label) => labelIds[label]!).join(', ')
          else if (name === 'event_ids')
            query[name] = (value as Kind[]).map((k) => eventIds.get(k)!).join(', ')
          else query[name] = Array.isArray(value) ? value.join(',') : String(value)
        }
        const found = await ok(app.origin, 'listBookings', { token, query })
        const expected = lookedThrough(all, wanted, labelIds)
        const size = wanted.items_per_page ?? 50
        const from = ((wanted.page ?? 1) - 1) * size
        expect({ total: found.total, ids: found.bookings.map(({ id }) => id) }).toEqual({
          total: expected.length,
          ids: expected.slice(from, from + size).map(({ id }) => id),
        })
      }),
      { numRuns: Number(process.env['BOOKING_FILTERS'] ?? 100) },
    )
  })
})
