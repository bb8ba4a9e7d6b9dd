import { call, ok } from '../server/api.ts'

/** The value of the private field in `bookWithPrivateField`. */
export const SECRET = '987654321'

/**
 * A booking of an event with `Shown question`, answered with `Shown answer`, and an empty private field `Hidden
 * score` in `Hidden notes`. `secrets` lists what nobody but the host may read.
 */
export async function bookWithPrivateField(origin: string, token: string, startUTC: string) {
  const collection = (name: string, label: string) =>
    ok(origin, 'createCollection', { token, body: { name, fields: [{ type: 'single-line', label }] } })
  const asked = await collection('About you', 'Shown question')
  const own = await collection('Hidden notes', 'Hidden score')
  const event = await ok(origin, 'createEvent', {
    token,
    body: {
      title: 'Talk',
      customFieldsCollections: [{ id: asked.id }, { id: own.id, collectionStage: 'postBooking' }],
    },
  })
  const answer = (to: typeof own, value: string) => [{ id: to.id, fields: [{ id: to.fields[0]!.id, value }] }]
  const { id } = await ok(origin, 'createBooking', {
    query: { bookingUrlId: event.bookingUrlId },
    body: {
      fullName: 'Bob',
      email: 'bob@example.com',
      startUTC,
      customFieldsCollections: answer(asked, 'Shown answer'),
    },
  })
  return {
    id,
    event,
    secrets: [SECRET, 'Hidden', own.id, own.fields[0]!.id],
    /** Fills in the private field with or without a session. */
    fill: (as?: string) =>
      call(origin, 'fillPostBookingFields', {
        params: { id },
        body: { customFieldsCollections: answer(own, SECRET) },
        ...(as !== undefined && { token: as }),
      }),
  }
}

/** What the host has added to such a booking: its labels' ids, and the private answer. */
export async function addedByHost(origin: string, token: string, id: string) {
  const { bookingData } = await ok(origin, 'getBooking', { token, params: { id } })
  const own = bookingData.customFieldsCollections.find(({ name }) => name === 'Hidden notes')
  return [bookingData.labelIds, own?.fields[0]?.value]
}

/** The host fills in the private field elsewhere. */
export async function fillHiddenScore(
  origin: string,
  { token, id }: { token: string; id: string },
  value: string,
): Promise<void> {
  const params = { id }
  const { bookingData } = await ok(origin, 'getBooking', { token, params })
  const own = bookingData.customFieldsCollections.find(({ name }) => name === 'Hidden notes')!
  const customFieldsCollections = [{ id: own.id, fields: [{ id: own.fields[0]!.id, value }] }]
  await ok(origin, 'fillPostBookingFields', { token, params, body: { customFieldsCollections } })
}
