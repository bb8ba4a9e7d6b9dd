import { createHash } from 'node:crypto'
import type { DatabaseSync } from 'node:sqlite'

/** A person with an account. Every address has one; only given names and zones are stored. */
export interface Person {
  email: string
  name: string
  /** Google's permanent id of a person: 21 digits. */
  sub: string
}

/** One of a person's two calendars. */
export interface CalendarInfo {
  id: string
  summary: string
  primary: boolean
  timeZone: string
  backgroundColor: string
}

/** The default zone of a calendar. */
const DEFAULT_TIME_ZONE = 'America/New_York'

/** The normalized address, or undefined if it is invalid. */
export function normalEmail(given: string | undefined): string | undefined {
  const email = given?.trim().toLowerCase()
  return email && email.length <= 254 && /^[^\s@<>"]+@[^\s@<>"]+$/.test(email) ? email : undefined
}

/** The person with an address. Reading stores nothing, so any unknown address looks like a new account. */
export function personFor(db: DatabaseSync, email: string): Person {
  const row = db.prepare('select name from people where email = ?').get(email)
  return { email, name: row ? String(row.name) : nameFromEmail(email), sub: subOf(email) }
}

/** Stores a person who signs in; an empty name keeps the existing one. */
export function rememberPerson(db: DatabaseSync, email: string, name: string | undefined): void {
  db.prepare(
    'insert into people (email, name) values (?, ?) on conflict (email) do update set name = excluded.name',
  ).run(email, name?.trim() || personFor(db, email).name)
}

/** The primary calendar (its id is the address) and a second one. */
export function calendarsOf(db: DatabaseSync, email: string): CalendarInfo[] {
  const family = `family${digest(`calendar:${email}`).slice(0, 32)}@group.calendar.google.com`
  return [
    {
      id: email,
      summary: email,
      primary: true,
      timeZone: zoneOf(db, email),
      backgroundColor: '#9fe1e7',
    },
    {
      id: family,
      summary: 'Family',
      primary: false,
      timeZone: zoneOf(db, family),
      backgroundColor: '#fbe983',
    },
  ]
}

/** The person's calendar with that id, or the primary one for `primary`; undefined for other people's calendars. */
export function findCalendar(db: DatabaseSync, email: string, id: string): CalendarInfo | undefined {
  return calendarsOf(db, email).find(
    (one) => one.id === id.toLowerCase() || (one.primary && id === 'primary'),
  )
}

/** Sets a calendar's zone, which must be known (`isTimeZone`). */
export function setTimeZone(db: DatabaseSync, calendarId: string, timeZone: string): void {
  db.prepare(
    'insert into calendars (id, time_zone) values (?, ?) on conflict (id) do update set time_zone = excluded.time_zone',
  ).run(calendarId, timeZone)
}

function zoneOf(db: DatabaseSync, calendarId: string): string {
  const row = db.prepare('select time_zone from calendars where id = ?').get(calendarId)
  return row ? String(row.time_zone) : DEFAULT_TIME_ZONE
}

/** Digits that are stable across sandboxes and don't reveal the address. */
function subOf(email: string): string {
  const digits = BigInt(`0x${digest(`person:${email}`)}`).toString()
  return `1${digits.padStart(20, '0').slice(-20)}`
}

function digest(of: string): string {
  return createHash('sha256').update(of).digest('hex')
}

function nameFromEmail(email: string): string {
  const words = email
    .split('@')[0]!
    .split(/[._+-]+/)
    .filter(Boolean)
  return words.map((word) => word[0]!.toUpperCase() + word.slice(1)).join(' ') || email
}
