import { and, eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { databaseKinds } from '../../testing/databases/databases.ts'
import { inviteeOf } from '../../testing/bookings/invitee.ts'
import { photoRow } from '../../testing/databases/photo-rows.ts'
import { setUpApp } from '../../testing/server/set-up-app.ts'
import { call, ok, signIn } from '../../testing/server/test-app.ts'
import { hostPhotos } from '../db/tables/host-photos.ts'
import { hosts } from '../db/tables/hosts.ts'
import { jobs } from '../db/tables/jobs.ts'

describe.each(databaseKinds)('on the %s database', (database) => {
  const app = setUpApp({ database, calendarPollMs: 60_000 })

  test('invitees see a host’s photo from when they show it until they don’t', async () => {
    const { sessionToken: token, user } = await signIn(app.origin, 'maya@example.com')
    const event = await ok(app.origin, 'createEvent', { token, body: { title: 'Tea' } })
    const bookingId = await inviteeOf(app, event).booked()
    const show = (isShown: boolean) =>
      ok(app.origin, 'updateSettings', { token, body: { show_photo: isShown } })
    const paths = async () => [
      (await ok(app.origin, 'getPublicEvent', { params: { bookingUrlId: event.bookingUrlId } })).hostPhoto,
      (await ok(app.origin, 'getBooking', { params: { id: bookingId } })).eventData.hostPhoto,
    ]
    const pages = () =>
      Promise.all(
        [`/book/${event.bookingUrlId}`, `/booking-confirmation/${bookingId}`].map(async (address) =>
          (await fetch(app.origin + address)).text(),
        ),
      )
    /** Where each page's images are from. */
    const images = async () =>
      (await pages()).map((html) => [...html.matchAll(/<img src="([^"]*)"/g)].map(([, src]) => src))
    expect(await paths()).toEqual([null, null])
    expect(await images()).toEqual([[], []])

    await show(true)
    await expect.poll(paths).toEqual([expect.any(String), expect.any(String)])
    const [path] = await paths()
    expect(path).toMatch(/^\/photos\/[\w-]{43}$/)
    const photo = await fetch(app.origin + path!)
    expect([photo.status, Object.fromEntries(photo.headers)]).toEqual([
      200,
      expect.objectContaining({
        'content-type': 'image/png',
        'cache-control': 'public, max-age=31536000, immutable',
        'x-content-type-options': 'nosniff',
      }),
    ])
    expect(await photo.arrayBuffer()).toEqual(await (await fetch(user.picture!)).arrayBuffer())
    expect(await images()).toEqual([[path], [path]])
    // Neither Google's address of the photo nor the id in it.
    const id = user.picture!.split('/').at(-1)!
    expect((await pages()).map((html) => html.includes(id))).toEqual([false, false])

    await show(false)
    expect(await paths()).toEqual([null, null])
    expect(await images()).toEqual([[], []])
    expect((await fetch(app.origin + path!)).status).toBe(404)
    expect(await app.db.$count(hostPhotos)).toBe(0)
  })
})

describe('a photo', () => {
  const app = setUpApp({ database: 'postgres' })
  const status = async (hostId: string) => (await fetch(`${app.origin}/photos/photo-of-${hostId}`)).status
  const queued = (hostId: string) =>
    app.db.$count(jobs, and(eq(jobs.hostId, hostId), eq(jobs.kind, 'fetchPhoto')))

  test('is fetched after a sign-in only if it is shown and Google’s address of it has changed', async () => {
    const again = () => signIn(app.origin, 'ann@example.com')
    const { sessionToken: token, user } = await again()
    const id = eq(hosts.id, user.id)
    await again()
    expect(await queued(user.id)).toBe(0)
    await ok(app.origin, 'updateSettings', { token, body: { show_photo: true } })
    expect(await queued(user.id)).toBe(1)
    await app.db.insert(hostPhotos).values(photoRow(user.id, user.picture!))
    await again()
    await ok(app.origin, 'updateSettings', { token, body: { show_photo: true, time_format: '24hour' } })
    expect(await queued(user.id)).toBe(1)
    await app.db.update(hostPhotos).set({ sourceUrl: 'https://photos.example/earlier' })
    await again()
    expect(await queued(user.id)).toBe(2)
    expect(await status(user.id)).toBe(200)
    await app.db.update(hosts).set({ pictureUrl: null }).where(id)
    await ok(app.origin, 'updateSettings', { token, body: { show_photo: true } })
    expect(await status(user.id)).toBe(404)
  })

  test('is gone as soon as the account is closed, and fetched when it is open again', async () => {
    const { sessionToken: token, user } = await signIn(app.origin, 'bea@example.com')
    await ok(app.origin, 'updateSettings', { token, body: { show_photo: true } })
    await app.db.insert(hostPhotos).values(photoRow(user.id, user.picture!))
    await call(app.origin, 'deleteAccount', { token, body: { confirmation: 'DELETE' } })
    expect(await status(user.id)).toBe(404)
    await signIn(app.origin, 'bea@example.com')
    expect(await queued(user.id)).toBe(2)
    await app.db.insert(hostPhotos).values(photoRow(user.id, user.picture!))
    await app.db.delete(hosts).where(eq(hosts.id, user.id))
    expect(await status(user.id)).toBe(404)
  })

  test.each(['nothing', '%00', 'a b', 'x'.repeat(200)])('isn’t found under %j', async (digest) => {
    expect((await fetch(`${app.origin}/photos/${digest}`)).status).toBe(404)
  })
})
