import type { Page } from '@playwright/test'
import { dayAhead } from './events.ts'
import type { Event } from '../../contract/events/event.schema.ts'
import { ok, signIn } from '../../testing/server/api.ts'

let made = 0

export interface Booked {
  id: string
  /** From the booking page's data. */
  address: string
  event: Event
  token: string
  startUtc: string
  /** The invitee's address, which nobody else has. */
  email: string
}

/** A booking with a new host, at least a day ahead. */
export async function makeBooking(
  origin: string,
  eventBody: Record<string, unknown> = {},
  bookingBody: (event: Event) => Record<string, unknown> = () => ({}),
): Promise<Booked> {
  const unique = `${++made}.${Date.now()}`
  const { sessionToken: token } = await signIn(origin, `maya.${unique}@example.com`, {
    name: 'Maya Lindqvist',
  })
  const event = await ok(origin, 'createEvent', {
    token,
    body: { title: 'Design review', description: 'We look at it together.', ...eventBody },
  })
  const slots = await ok(origin, 'listSlots', {
    params: { id: event.id },
    query: { dateFrom: dayAhead(2), dateTo: dayAhead(14), timezone: 'UTC' },
  })
  const { startUtc } = slots[0]!
  const email = `bob.${unique}@example.com`
  const { id } = await ok(origin, 'createBooking', {
    query: { bookingUrlId: event.bookingUrlId },
    body: { fullName: 'Bob Marsh', email, startUTC: startUtc, ...bookingBody(event) },
  })
  return { id, address: `/booking-confirmation/${id}`, event, token, startUtc, email }
}

/** An event whose confirmation page doesn't refetch its booking, as it does until a video call has its link. */
export const withoutVideo = { meetVia: 'phone' }

export const quickAction = (page: Page, name: 'Edit Booking' | 'Change time' | 'Cancel Booking') =>
  page.getByRole('region', { name: 'Quick Actions' }).getByText(name)

export const card = (page: Page, name: 'Invite People' | 'Share This Confirmation Page') =>
  page.getByRole('region', { name })
