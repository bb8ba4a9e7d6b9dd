import type { DatabaseSync } from 'node:sqlite'
import type { Entries, Entry } from './entry.ts'
import { inTransaction } from '../../database.ts'

/** The current state of every entry in a calendar, including deleted ones. */
export function readEntries(db: DatabaseSync, calendarId: string): Map<string, Entry> {
  const rows = db.prepare('select body from entries where calendar_id = ?').all(calendarId)
  const entries = rows.map((row) => readEntry(row.body))
  return new Map(entries.map((entry) => [entry.id, entry]))
}

/** The sequence number of the calendar's latest change; 0 before the first. */
export function latestChange(db: DatabaseSync, calendarId: string): number {
  return Number(
    db.prepare('select max(seq) as seq from changes where calendar_id = ?').get(calendarId)?.seq ?? 0,
  )
}

/** A calendar's entries as of change `seq`, and the ids of entries changed since. */
export function entriesAt(
  db: DatabaseSync,
  calendarId: string,
  seq: number,
): { entries: Entries; changed: Set<string> } {
  const entries = readEntries(db, calendarId)
  const later = db
    .prepare('select entry_id, before from changes where calendar_id = ? and seq > ? order by seq desc')
    .all(calendarId, seq)
  for (const { entry_id: id, before } of later) {
    if (before === null) entries.delete(String(id))
    else entries.set(String(id), readEntry(before))
  }
  return { entries, changed: new Set(later.map((row) => String(row.entry_id))) }
}

/** Stores a new or changed entry, records the change for sync tokens, and returns the entry with its new etag. */
export function writeEntry(
  db: DatabaseSync,
  now: number,
  calendarId: string,
  entry: Entry,
  sendUpdates: string | undefined,
): Entry {
  return inTransaction(db, () => {
    const before = db
      .prepare('select body from entries where calendar_id = ? and id = ?')
      .get(calendarId, entry.id)
    const { lastInsertRowid } = db
      .prepare('insert into changes (calendar_id, entry_id, before, send_updates, at) values (?, ?, ?, ?, ?)')
      .run(calendarId, entry.id, before ? String(before.body) : null, sendUpdates ?? null, now)
    const stored = { ...entry, etag: `"${lastInsertRowid}"`, updated: new Date(now).toISOString() }
    db.prepare('insert or replace into entries (calendar_id, id, body) values (?, ?, ?)').run(
      calendarId,
      entry.id,
      JSON.stringify(stored),
    )
    return stored
  })
}

function readEntry(stored: unknown): Entry {
  const entry: Entry = JSON.parse(String(stored))
  return entry
}
