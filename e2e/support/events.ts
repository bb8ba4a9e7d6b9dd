import type { Page } from '@playwright/test'
import { DAY } from '../../availability/units.ts'
import { ok, signIn } from '../../testing/server/api.ts'

/** The date in UTC as many days from now, YYYY-MM-DD. */
export const dayAhead = (days: number) => new Date(Date.now() + days * DAY).toISOString().slice(0, 10)

/** The Monday after next. */
export const MONDAY_AHEAD = dayAhead(15 - (new Date().getUTCDay() || 7))

let host = 0
/**
 * An event of a new host, created without a browser. It starts with a whole day, so that its first day with times has
 * all of them, at every time of day.
 */
export async function makeEvent(
  origin: string,
  body: Record<string, unknown> = {},
  fields: readonly Record<string, unknown>[] = [],
) {
  const { sessionToken: token } = await signIn(origin, `host${++host}.${Date.now()}@example.com`, {
    name: 'Maya Lindqvist',
  })
  const collections =
    fields.length === 0
      ? []
      : [await ok(origin, 'createCollection', { token, body: { name: 'About you', fields } })]
  const event = await ok(origin, 'createEvent', {
    token,
    body: {
      title: 'Design review',
      description: 'We look at it together.',
      customFieldsCollections: collections.map(({ id }) => ({ id })),
      eventStartUtc: `${dayAhead(2)}T00:00:00.000Z`,
      ...body,
    },
  })
  return { ...event, token }
}

/** Opens a section of the event editor that starts closed. */
export const openSection = (page: Page, title: string) =>
  page.getByRole('group', { name: title, exact: true }).locator('summary').first().press('Enter')
