import { randomBytes } from 'node:crypto'
import type { DatabaseSync } from 'node:sqlite'
import { openDatabase } from '../database.ts'
import type { Customer, Event, Invoice, Order, PortalSession, Session, Subscription } from './objects.ts'

const SCHEMA = `
  create table if not exists meta (key text primary key, value text not null) strict;
  create table if not exists objects (
    seq integer primary key autoincrement, kind text not null, id text not null, body text not null, unique (kind, id)
  ) strict;
  create table if not exists answers (
    key text primary key, fingerprint text not null, status integer not null, body text not null, request_id text not null
  ) strict;
  create table if not exists deliveries (
    event_id text primary key, state text not null, attempts integer not null default 0,
    next_at integer not null, last text
  ) strict;
`

/** The version of the stored objects' format. At the start, objects in any other format are dropped. */
const FORM = '2'

/** The stored objects by kind. */
export interface Kinds {
  customer: Customer
  deletedCustomer: { id: string; object: 'customer'; deleted: true }
  /** A customer's card. */
  card: { id: string; number: string }
  session: Session
  order: Order
  subscription: Subscription
  invoice: Invoice
  portal: PortalSession
  event: Event
}

/** The sandbox's own database. */
export interface Store {
  db: DatabaseSync
  find: <K extends keyof Kinds>(kind: K, id: string) => Kinds[K] | undefined
  /** Newest first. */
  list: <K extends keyof Kinds>(kind: K) => Kinds[K][]
  count: (kind: keyof Kinds) => number
  save: <K extends keyof Kinds>(kind: K, object: Kinds[K]) => void
  remove: (kind: keyof Kinds, id: string) => void
  meta: (key: string) => string | undefined
  setMeta: (key: string, value: string) => void
}

/** Opens or creates the sandbox's database. */
export function openStore(dataFile: string): Store {
  const db = openDatabase(dataFile, SCHEMA)
  const form = db.prepare("select value from meta where key = 'form'").get()?.['value']
  if (form !== FORM) {
    db.exec('delete from objects; delete from answers; delete from deliveries')
    db.prepare("insert into meta (key, value) values ('form', ?) on conflict do update set value = ?").run(
      FORM,
      FORM,
    )
  }
  const read = (row: Record<string, unknown>) => JSON.parse(String(row['body']))
  return {
    db,
    find: (kind, id) => {
      const row = db.prepare('select body from objects where kind = ? and id = ?').get(kind, id)
      return row && read(row)
    },
    list: (kind) =>
      db
        .prepare('select body from objects where kind = ? order by seq desc')
        .all(kind)
        .map((row) => read(row)),
    count: (kind) => Number(db.prepare('select count(*) as n from objects where kind = ?').get(kind)!['n']),
    save: (kind, object) =>
      void db
        .prepare(
          'insert into objects (kind, id, body) values (?, ?, ?) on conflict do update set body = excluded.body',
        )
        .run(kind, object.id, JSON.stringify(object)),
    remove: (kind, id) => void db.prepare('delete from objects where kind = ? and id = ?').run(kind, id),
    meta: (key) => {
      const row = db.prepare('select value from meta where key = ?').get(key)
      return row && String(row['value'])
    },
    setMeta: (key, value) =>
      void db
        .prepare(
          'insert into meta (key, value) values (?, ?) on conflict do update set value = excluded.value',
        )
        .run(key, value),
  }
}

/** A new id: `cus_` followed by letters. */
export function newId(prefix: string): string {
  return `${prefix}_${randomBytes(24).toString('base64url').replaceAll(/[-_]/g, '').slice(0, 24)}`
}
