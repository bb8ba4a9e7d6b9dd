import { randomBytes } from 'node:crypto'
import type { DatabaseSync } from 'node:sqlite'
import { openDatabase } from '../database.ts'

const SCHEMA = `
  create table if not exists meta (key text primary key, value text not null) strict;
  create table if not exists people (email text primary key, name text not null) strict;
  create table if not exists calendars (id text primary key, time_zone text not null) strict;
  create table if not exists entries (
    calendar_id text not null, id text not null, body text not null, primary key (calendar_id, id)
  ) strict;
  create table if not exists changes (
    seq integer primary key autoincrement, calendar_id text not null, entry_id text not null,
    before text, send_updates text, at integer not null
  ) strict;
  create index if not exists changes_of_calendar on changes (calendar_id, seq);
  create table if not exists grants (email text primary key, scopes text not null) strict;
  create table if not exists codes (code text primary key, body text not null, expires_at integer not null) strict;
  create table if not exists tokens (
    token text primary key, kind text not null, email text not null, scopes text not null, expires_at integer
  ) strict;
  create table if not exists channels (
    id text primary key, resource_id text not null, calendar_id text not null, address text not null,
    token text, expires_at integer not null, messages integer not null default 0
  ) strict;
`

/** Opens or creates the sandbox's own database. Committed work survives a killed process. */
export function openStore(dataFile: string): DatabaseSync {
  return openDatabase(dataFile, SCHEMA)
}

/** A value created once per database, such as the signing key. `make` runs only if there is none yet. */
export function rememberedOnce(db: DatabaseSync, key: string, make: () => string): string {
  db.prepare('insert into meta (key, value) values (?, ?) on conflict do nothing').run(
    key,
    readMeta(db, key) ?? make(),
  )
  return readMeta(db, key)!
}

/** The value stored under `key`, if any. */
export function readMeta(db: DatabaseSync, key: string): string | undefined {
  const row = db.prepare('select value from meta where key = ?').get(key)
  return row ? String(row.value) : undefined
}

/** Identifies this database, so that sync tokens of a deleted one are unknown here. */
export function storeName(db: DatabaseSync): string {
  return rememberedOnce(db, 'store', () => randomBytes(9).toString('base64url'))
}
