import { beforeEach } from 'vitest'
import type { BookingEntry, CalendarAccount } from '../../adapters/calendar-provider.ts'
import {
  bookingEntry,
  CALENDAR,
  event,
  type FakeServer,
  openAccount,
  startFakeServer,
} from './fake-server.test-support.ts'

/** A server of its own for each test, with an account and, if given, these entries. */
export function setUpAccount(...entries: string[]) {
  const own = {} as { server: FakeServer; account: CalendarAccount }
  beforeEach(async () => {
    own.server = await startFakeServer()
    own.account = await openAccount(own.server)
    for (const name of entries) own.server.put(name, event(name))
  })
  return own
}

/** What becomes of a booking's entry, which is called `abc`. */
export function entryOf(own: ReturnType<typeof setUpAccount>) {
  const stored = (name = 'abc') => own.server.files.get(name)?.replaceAll('\r\n ', '')
  return {
    stored,
    lines: (name: string) => stored()!.match(new RegExp(`^${name}[;:].*$`, 'gm')) ?? [],
    write: (changes: Partial<BookingEntry> = {}) =>
      own.account.writeEntry(CALENDAR, { ...bookingEntry, ...changes }),
    /** What the host does in a calendar program. */
    edit: (change: (text: string) => string) => own.server.put('abc', change(stored()!)),
  }
}
