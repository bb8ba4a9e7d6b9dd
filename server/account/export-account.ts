import { and, eq, isNull } from 'drizzle-orm'
import {
  answeredFields,
  bookingBatches,
  bookingLines,
  type ExportedRow,
} from '../bookings/lists/export-bookings.ts'
import { listedView } from '../bookings/lists/list-bookings.ts'
import { readConnections } from '../calendars/connections/connection-view.ts'
import { readStatus } from '../billing/get-subscription.ts'
import { readCollections } from '../custom-fields/collection-view.ts'
import { bookings } from '../db/tables/bookings.ts'
import { collections } from '../db/tables/collections.ts'
import type { Db } from '../db/database.ts'
import { eventLinks } from '../db/tables/event-links.ts'
import { eventShares } from '../db/tables/event-shares.ts'
import type { Deps } from '../adapters/deps.ts'
import { calendarArchive } from '../emails/calendar-part.ts'
import type { Handler } from '../http/endpoint.ts'
import { eventLinkView } from '../events/one-off-links/event-link-view.ts'
import { readEvents } from '../events/event-view.ts'
import type { Caller } from '../http/caller.ts'
import { readUser } from '../auth/get-user.ts'
import { readSessions } from '../auth/list-sessions.ts'
import { readTokens } from '../auth/oauth-clients/list-tokens.ts'
import { readSchedules } from '../schedules/read-schedules.ts'
import { readLabels } from '../labels/read-labels.ts'
import { toIso } from '../http/iso.ts'
import { readSettings } from '../hosts/read-settings.ts'
import { readActivities } from './list-activity.ts'
import { recordActivity } from '../hosts/record-activity.ts'
import { zipOf, type ZippedFile } from './zip.ts'

/** Everything that belongs to the host, in one ZIP file. It is made while it is sent, so its size doesn't matter. */
export const exportAccount: Handler<'exportAccount'> = async ({ deps, caller }) => {
  await recordActivity(deps.db, caller.hostId, { kind: 'account_exported', details: {} }, deps.now())
  return zipOf(filesOf(deps, caller))
}

function* filesOf(deps: Deps, { hostId, tokenHash }: Caller): Generator<ZippedFile> {
  const { db } = deps
  const now = deps.now()
  const batches = () =>
    bookingBatches(db, hostId, eq(bookings.hostId, hostId), { key: 'created_at', isDescending: false })
  yield { name: 'account.json', content: json(async () => accountOf(deps, hostId)) }
  yield { name: 'sessions.json', content: json(() => readSessions(deps, hostId, tokenHash)) }
  yield { name: 'connected-programs.json', content: json(() => readTokens(deps, hostId)) }
  yield { name: 'activity.json', content: json(() => readActivities(db, hostId)) }
  yield { name: 'events.json', content: json(() => readEvents(db, hostId, now)) }
  yield { name: 'event-shares.json', content: json(() => sharesOf(db, hostId)) }
  yield { name: 'event-links.json', content: json(() => linksOf(db, hostId)) }
  yield {
    name: 'custom-fields.json',
    content: json(() => readCollections(db, hostId, eq(collections.hostId, hostId))),
  }
  yield { name: 'calendars.json', content: json(() => readConnections(deps, hostId)) }
  yield { name: 'labels.json', content: json(() => readLabels(db, hostId)) }
  yield { name: 'schedules.json', content: json(() => readSchedules(db, hostId)) }
  yield { name: 'bookings.json', content: jsonList(batches()) }
  yield { name: 'bookings.csv', content: csv(deps, hostId, batches()) }
  yield { name: 'bookings.ics', content: calendarArchive(rowsOf(batches()), now) }
}

async function accountOf(deps: Deps, hostId: string) {
  return {
    exportedAt: toIso(deps.now()),
    user: await readUser(deps, hostId),
    settings: await readSettings(deps.db, hostId),
    subscription: await readStatus(deps, hostId),
  }
}

/** Whom the host shares events with. */
const sharesOf = (db: Db, hostId: string) =>
  db
    .select({ eventId: eventShares.eventId, email: eventShares.email, role: eventShares.role })
    .from(eventShares)
    .where(eq(eventShares.hostId, hostId))
    .orderBy(eventShares.eventId, eventShares.email)

/** One-off links without their tokens, which let anyone book. */
const linksOf = async (db: Db, hostId: string) => {
  const rows = await db
    .select()
    .from(eventLinks)
    .where(and(eq(eventLinks.hostId, hostId), isNull(eventLinks.deletedAt)))
    .orderBy(eventLinks.eventId, eventLinks.createdAt)
  return rows.map((row) => {
    const { bookingUrlId: _, ...view } = eventLinkView(row)
    return { eventId: row.eventId, ...view }
  })
}

const text = (value: unknown) => JSON.stringify(value, null, 2)

async function* json(read: () => Promise<unknown>) {
  yield `${text(await read())}\n`
}

/** The bookings with all answers and notes, but without their ids, which let anyone change them. */
async function* jsonList(batches: AsyncIterable<ExportedRow[]>) {
  let separator = '[\n'
  for await (const rows of batches) {
    for (const row of rows) {
      const { guests, booking } = row
      const { id: _, ...view } = listedView(row)
      yield separator + text({ ...view, guests, customFieldsCollections: booking.customFields })
      separator = ',\n'
    }
  }
  yield separator === '[\n' ? '[]\n' : '\n]\n'
}

async function* csv({ db }: Deps, hostId: string, batches: AsyncIterable<ExportedRow[]>) {
  const { timezone } = await readSettings(db, hostId)
  yield* bookingLines(
    batches,
    timezone,
    await readLabels(db, hostId),
    await answeredFields(db, eq(bookings.hostId, hostId)),
  )
}

async function* rowsOf(batches: AsyncIterable<ExportedRow[]>) {
  for await (const rows of batches) yield rows.map(({ booking }) => booking)
}
