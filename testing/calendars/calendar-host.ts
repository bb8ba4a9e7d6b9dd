import { beforeEach } from 'vitest'
import { MINUTE } from '../../availability/units.ts'
import type { Event } from '../../contract/events/event.schema.ts'
import { call, googleFault, ok, signIn, START_OF_TESTS, type TestApp } from '../server/test-app.ts'

/** A host with an event who connects calendar accounts. */
export interface CalendarHost {
  token: string
  hostId: string
  email: string
  /** An address of an account that the host can connect. */
  other: string
  event: Event
}

/**
 * A new host for each test, at the start of time and with a Google that works; and what tests ask for in their name.
 */
export function setUpCalendarHost(app: TestApp, name: string) {
  let number = 0
  const host = {} as CalendarHost
  beforeEach(async () => {
    await googleFault(app.origin, null)
    app.clock.now = START_OF_TESTS
    const email = `${name}${++number}@example.com`
    const { sessionToken: token, user } = await signIn(app.origin, email)
    const event = await ok(app.origin, 'createEvent', { token, body: { title: 'Talk', duration: 60 } })
    Object.assign(host, { token, hostId: user.id, email, other: `other.${email}`, event })
  })

  return {
    host,
    /** The UTC times that are offered on a day in New York, or the status of the refusal. */
    async starts(id = host.event.id, day = '2027-01-04'): Promise<string[]> {
      // A mirror this old is brought up to date first.
      app.clock.now += 16 * MINUTE
      const query = { dateFrom: day, dateTo: day, timezone: 'America/New_York' }
      const reply = await call(app.origin, 'listSlots', { params: { id }, query })
      return reply.success ? reply.data.map((slot) => slot.startUtc.slice(11, 16)) : [String(reply.status)]
    },
    updateEvent: (body: object) =>
      call(app.origin, 'updateEvent', { token: host.token, params: { id: host.event.id }, body }),
    check: (id: string, body: object) =>
      call(app.origin, 'updateCalendarCheck', { token: host.token, params: { id }, body }),
    review: (id: string, checkedCalendars: string[]) =>
      ok(app.origin, 'updateConnection', { token: host.token, params: { id }, body: { checkedCalendars } }),
    disconnect: (id: string, replacement?: string) =>
      call(app.origin, 'disconnectCalendars', {
        token: host.token,
        params: { id },
        ...(replacement !== undefined && { query: { replacement } }),
      }),
  }
}

export const primaryOf = (account: { calendars: readonly { id: string; isPrimary: boolean }[] }): string =>
  account.calendars.find(({ isPrimary }) => isPrimary)!.id
