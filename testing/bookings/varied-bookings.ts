import { sql } from 'drizzle-orm'
import { DAY, HOUR, MINUTE } from '../../availability/units.ts'
import type { ListedBooking } from '../../contract/bookings/booking-list.schema.ts'
import { bookingLabels } from '../../server/db/tables/labels.ts'
import { bookingGuests, bookings } from '../../server/db/tables/bookings.ts'
import { events } from '../../server/db/tables/events.ts'
import { bookingRow } from '../databases/booking-rows.ts'
import { ok, signIn, START_OF_TESTS, type TestApp } from '../server/test-app.ts'

export type Kind = 'plain' | 'paused' | 'archived' | 'deleted' | 'ended' | 'coming' | 'removed'
type Words = { title: string; description: string }

/** Differences between the events, besides their titles. */
export const kinds: Record<Kind, Partial<typeof events.$inferInsert> & Words> = {
  plain: { title: 'Intro call', description: 'Say hello' },
  paused: { title: 'Déjà vu', description: '100% again', isEnabled: false },
  archived: { title: 'Old times', description: 'Under_scored', isArchived: true },
  deleted: { title: 'Never again', description: 'Hello and goodbye' },
  ended: { title: 'Last year', description: '', eventEnd: START_OF_TESTS - DAY },
  coming: { title: 'Next year', description: 'Straße', eventStart: START_OF_TESTS + DAY },
  removed: { title: 'Long gone', description: 'hello' },
}

const people = [
  ['Zoë Łukasiewicz', 'zoe@example.com'],
  ['Bob Marsh', 'bob@example.org'],
  ['BOB O’NEIL', 'b_b%neil@example.com'],
  ['Юлия Иванова', 'julia@пример.рф'],
] as const

const random = <T>(values: readonly T[], n: number) => values[n % values.length]!

const labelNames = ['VIP', 'New customer', 'follow up'] as const

/** A booking from the list, plus the properties that the list doesn't have. */
export type VariedBooking = ListedBooking & { kind: Kind; guests: string[]; updatedAt: number }

/** A host `maya` with bookings of every kind of event, and another host with one booking. */
export async function seedVariedBookings(app: TestApp) {
  const signedIn = await signIn(app.origin, 'maya@example.com')
  const { sessionToken: token, user } = signedIn
  const hostId = user.id
  const eventIds = new Map<Kind, string>()
  const all: VariedBooking[] = []
  for (const [name, { title, description, ...more }] of Object.entries(kinds)) {
    const { id } = await ok(app.origin, 'createEvent', { token, body: { title, description } })
    if (Object.keys(more).length > 0)
      await app.db
        .update(events)
        .set(more)
        .where(sql`id = ${id}`)
    eventIds.set(name as Kind, id)
  }
  const labels: string[] = []
  for (const name of labelNames) {
    labels.push((await ok(app.origin, 'createLabel', { token, body: { name, color: 'blue' } })).id)
  }
  const names = Object.keys(kinds) as Kind[]
  const rows = Array.from({ length: 84 }, (_, n) => {
    const name = random(names, n)
    const [fullName, email] = random(people, (n * 7) >> 2)
    const startAt = START_OF_TESTS + (n - 42) * 6 * HOUR
    const canceled = n % 5 === 0
    const { title, description } = kinds[name]
    return {
      name,
      labelIds: labels.filter((_id, bit) => (n >> bit) & 1),
      guests: n % 6 === 0 ? [`guest${n % 4}@friends.example`] : [],
      row: bookingRow({
        hostId,
        eventId: eventIds.get(name)!,
        title,
        description,
        fullName,
        email,
        startAt,
        endAt: startAt + random([15, 30, 45.4, 90], n >> 1) * MINUTE,
        createdAt: START_OF_TESTS - ((n * 31) % 84) * HOUR,
        updatedAt: START_OF_TESTS - ((n * 17) % 84) * HOUR,
        ...(canceled && {
          status: 'canceled' as const,
          canceledAt: startAt - HOUR,
          canceledBy: 'invitee' as const,
          cancellationReason: `Ill ${n}`,
        }),
      }),
    }
  })
  await app.db.insert(bookings).values(rows.map(({ row }) => row))
  const guests = rows.flatMap((booked) =>
    booked.guests.map((email) => ({ hostId, bookingId: booked.row.id, email, invitedAt: 0 })),
  )
  await app.db.insert(bookingGuests).values(guests)
  await app.db
    .insert(bookingLabels)
    .values(
      rows.flatMap(({ row, labelIds }) =>
        labelIds.map((labelId) => ({ hostId, bookingId: row.id, labelId })),
      ),
    )
  // Another host's booking, which must never be visible here.
  const other = await signIn(app.origin, 'other@example.com')
  await app.db.insert(bookings).values(bookingRow({ hostId: other.user.id, startAt: START_OF_TESTS }))
  await app.db
    .update(events)
    .set({ deletedAt: START_OF_TESTS })
    .where(sql`id = ${eventIds.get('deleted')}`)
  await app.db.delete(events).where(sql`id = ${eventIds.get('removed')}`)

  const iso = (at: number | null | undefined) => (at ? new Date(at).toISOString() : null)
  for (const { name, row, guests: some, labelIds } of rows) {
    const isGone = name === 'deleted' || name === 'removed'
    all.push({
      kind: name,
      guests: some,
      updatedAt: row.updatedAt,
      id: row.id,
      share: null,
      status: row.status,
      title: row.title,
      description: row.description,
      fullName: row.fullName,
      email: row.email,
      duration: Math.round((row.endAt - row.startAt) / MINUTE),
      startUtc: iso(row.startAt)!,
      endUtc: iso(row.endAt)!,
      createdAt: iso(row.createdAt)!,
      erasedAt: null,
      canceledAt: iso(row.canceledAt),
      cancellationReason: row.cancellationReason ?? null,
      canceledBy: row.canceledBy ?? null,
      calendarEntryRemovedAt: null,
      calendarEntryDivergedAt: null,
      calendarEntryPendingSince: iso(row.updatedAt),
      isCalendarEntryRefused: false,
      isByLink: false,
      meetVia: row.meetVia,
      location: row.location ?? '',
      meetingUrl: row.meetingUrl ?? null,
      hasVideoCallFailed: false,
      boomEventId: isGone ? null : eventIds.get(name)!,
      deletedEventId: name === 'deleted' ? eventIds.get(name)! : null,
      eventTitle: row.title,
      eventDescription: row.description,
      eventIsEnabled: !isGone && name !== 'paused',
      labelIds,
    })
  }
  return { token, hostId, eventIds, labels, all }
}
