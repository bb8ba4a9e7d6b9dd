import type { Locator, Page } from '@playwright/test'
import { dayAhead } from './events.ts'
import { ok } from '../../testing/server/api.ts'

/** The request for a page of bookings. */
export const LIST = /\/boomEventsBookings\?/

export const broken = { status: 500, json: { success: false, error: 'Broken' } }

/** An event of the host with bookings by these people, in this order. */
export async function book(
  origin: string,
  token: string,
  body: Record<string, unknown>,
  ...people: string[]
) {
  const event = await ok(origin, 'createEvent', { token, body })
  const slots = await ok(origin, 'listSlots', {
    params: { id: event.id },
    query: { dateFrom: dayAhead(2), dateTo: dayAhead(30), timezone: 'UTC' },
  })
  const asked = event.customFieldsCollections.map(({ id, fields }) => ({
    id,
    fields: fields.map((one) => ({ id: one.id, value: one.options.slice(0, 2) })),
  }))
  const bookings: string[] = []
  for (const [index, fullName] of people.entries()) {
    const { id } = await ok(origin, 'createBooking', {
      query: { bookingUrlId: event.bookingUrlId },
      body: {
        fullName,
        email: `${fullName.split(' ')[0]}@example.com`.toLowerCase(),
        startUTC: slots[index * 3]!.startUtc,
        customFieldsCollections: asked,
      },
    })
    bookings.push(id)
  }
  return { event, bookings }
}

export const cards = (page: Page) => page.getByRole('main').getByRole('article')
export const card = (page: Page, who: string) => cards(page).filter({ hasText: who })
export const opener = (of: Locator) => of.getByRole('heading').getByRole('button')
