import { and, eq, inArray, sql } from 'drizzle-orm'
import type { UnreadableEntries } from '../../../contract/calendars/calendar-connections.schema.ts'
import { type calendarEntries, unreadableEntries } from '../../db/tables/calendars.ts'
import type { Db, Tx } from '../../db/database.ts'
import type { EntryListing, UnreadableEntry } from '../../adapters/calendar-provider.ts'
import type { MirrorKey } from '../mirror-key.ts'

/** Of a calendar. A host who has this many needn't know how many more there are. */
const MAX_KEPT = 1000
const MAX_NAMED = 3

type Listed = Required<Pick<EntryListing, 'entries' | 'unreadable' | 'isFull'>>

/** Keeps what is known of the entries that couldn't be read, until they can be or are gone. */
export async function storeUnreadable(
  tx: Tx,
  { hostId, calendarId }: MirrorKey,
  { entries, unreadable, isFull }: Listed,
): Promise<void> {
  const inCalendar = and(eq(unreadableEntries.hostId, hostId), eq(unreadableEntries.calendarId, calendarId))
  const stored = await tx.select({ id: unreadableEntries.entryId }).from(unreadableEntries).where(inCalendar)
  const listed = new Set([...entries, ...unreadable].map(({ id }) => id))
  const outdated = stored.map(({ id }) => id).filter((id) => isFull || listed.has(id))
  if (outdated.length > 0)
    await tx.delete(unreadableEntries).where(and(inCalendar, inArray(unreadableEntries.entryId, outdated)))
  const room = MAX_KEPT - (stored.length - outdated.length)
  const rows = [...new Map(unreadable.map((entry) => [entry.id, entry])).values()]
    .slice(0, room)
    .map(({ id: entryId, title, date }) => ({ hostId, calendarId, entryId, title, date }))
  if (rows.length > 0) await tx.insert(unreadableEntries).values(rows)
}

/** SQL: a mirrored entry isn't one of these, whose number may exceed both what is kept and what a list may have. */
export const notAmong = (unreadable: readonly UnreadableEntry[], { entryId }: typeof calendarEntries) =>
  sql`${entryId} not in (select jsonb_array_elements_text(${JSON.stringify(unreadable.map(({ id }) => id))}::jsonb))`

/** A host's entries that couldn't be read, by calendar: how many there are, and the latest of them. */
export async function readUnreadable(db: Db, hostId: string): Promise<Map<string, UnreadableEntries>> {
  const { calendarId, title, date, entryId } = unreadableEntries
  const ranked = db
    .select({
      calendarId,
      title,
      date,
      count: sql<number>`(count(*) over (partition by ${calendarId}))::int`.as('count'),
      place:
        sql<number>`row_number() over (partition by ${calendarId} order by ${date} desc nulls last, ${entryId})`
          .mapWith(Number)
          .as('place'),
    })
    .from(unreadableEntries)
    .where(eq(unreadableEntries.hostId, hostId))
    .as('ranked')
  const named = await db
    .select()
    .from(ranked)
    .where(sql`${ranked.place} <= ${MAX_NAMED}`)
    .orderBy(ranked.calendarId, ranked.place)
  return new Map(
    [...Map.groupBy(named, (entry) => entry.calendarId)].map(([id, entries]) => [
      id,
      {
        count: entries[0]!.count,
        latest: entries.map((entry) => ({ title: entry.title, date: entry.date })),
      },
    ]),
  )
}
