import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { setUpApp } from '../../testing/server/set-up-app.ts'
import { ok, signIn } from '../../testing/server/test-app.ts'
import { googleOf } from '../config/google.ts'
import { hostPhotos } from '../db/tables/host-photos.ts'
import { hosts } from '../db/tables/hosts.ts'
import { type Job, JobFailed } from '../jobs/job.ts'
import { fetchPhoto } from './fetch-photo.ts'
import { createPhotoFetch } from './photo-fetch.ts'

const PNG = Buffer.from('\x89PNG\r\n\x1a\n and the rest', 'latin1')

const realGoogle = googleOf({}, null).google

const app = setUpApp({ database: 'postgres' })
let answer: (response: http.ServerResponse) => void
let requests = 0
let origin: string
const server = http.createServer((_request, response) => {
  requests += 1
  answer(response)
})
beforeAll(async () => {
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
})

const sends =
  (type: string, bytes: Buffer | string = PNG, status = 200) =>
  (response: http.ServerResponse) =>
    response.writeHead(status, { 'content-type': type }).end(bytes)

let count = 0
let hostId: string
let token: string
beforeEach(async () => {
  const session = await signIn(app.origin, `host${++count}@example.com`)
  hostId = session.user.id
  token = session.sessionToken
  await show(true)
  requests = 0
})

const show = (isShown: boolean) => ok(app.origin, 'updateSettings', { token, body: { show_photo: isShown } })
const run = async (url: string | null, deps = app.deps) => {
  await app.db.update(hosts).set({ pictureUrl: url }).where(eq(hosts.id, hostId))
  await fetchPhoto(deps, { hostId, payload: {} } as Job<'fetchPhoto'>)
}
const failure = (url: string, deps = app.deps) => run(url, deps).catch((error: unknown) => error)
const stored = async () => (await app.db.select().from(hostPhotos).where(eq(hostPhotos.hostId, hostId)))[0]

test('fetches a photo once, and another one in its place', async () => {
  answer = sends('image/PNG; x=y')
  await run(`${origin}/1`)
  await run(`${origin}/1`)
  expect(requests).toBe(1)
  expect(await stored()).toMatchObject({ contentType: 'image/png', bytes: PNG, sourceUrl: `${origin}/1` })
  const other = Buffer.concat([PNG, PNG])
  answer = sends('image/png', other)
  await run(`${origin}/2`)
  expect(await stored()).toMatchObject({ bytes: other, sourceUrl: `${origin}/2` })
})

test.each<[string, (response: http.ServerResponse) => void]>([
  ['SVG', sends('image/svg+xml', '<svg xmlns="http://www.w3.org/2000/svg"/>')],
  ['other bytes than its type says', sends('image/png', '<svg xmlns="http://www.w3.org/2000/svg"/>')],
  ['no type', (response) => response.writeHead(200).end(PNG)],
  ['more than 512 KiB', sends('image/png', Buffer.concat([PNG, Buffer.alloc(512 * 1024)]))],
  [
    'a redirect to a private address',
    (response) => response.writeHead(302, { location: 'https://10.0.0.1/' }).end(),
  ],
])('gives up on %s, and keeps the earlier photo', async (_kind, refused) => {
  answer = sends('image/png')
  await run(`${origin}/1`)
  answer = refused
  expect(await failure(`${origin}/2`)).toBeInstanceOf(JobFailed)
  expect(await stored()).toMatchObject({ bytes: PNG, sourceUrl: `${origin}/1` })
})

test.each<[string, (response: http.ServerResponse) => void]>([
  ['an error', sends('image/png', PNG, 503)],
  ['no answer', (response) => response.destroy()],
])('tries again after %s, and keeps the earlier photo', async (_kind, broken) => {
  answer = sends('image/png')
  await run(`${origin}/1`)
  answer = broken
  const error = await failure(`${origin}/2`)
  expect(error).toBeInstanceOf(Error)
  expect(error).not.toBeInstanceOf(JobFailed)
  expect(await stored()).toMatchObject({ sourceUrl: `${origin}/1` })
})

test.each(['http://93.184.216.34/1', 'https://127.0.0.1/1', 'file:///etc/passwd', 'photo'])(
  'asks for nothing at %s if Google isn’t the sandbox',
  async (url) => {
    const photoFetch = createPhotoFetch({ google: realGoogle, allowedPrivateNetworks: ['127.0.0.0/8'] })
    expect(await failure(url, { ...app.deps, photoFetch })).toBeInstanceOf(JobFailed)
  },
)

test('stores nothing if the photo isn’t to be shown anymore, or is another one by now', async () => {
  await run(null)
  expect(requests).toBe(0)
  answer = (response) => void show(false).then(() => sends('image/png')(response))
  await run(`${origin}/1`)
  await run(`${origin}/1`)
  expect([requests, await stored()]).toEqual([1, undefined])
  await show(true)
  const change = { pictureUrl: `${origin}/3` }
  answer = (response) =>
    void app.db
      .update(hosts)
      .set(change)
      .where(eq(hosts.id, hostId))
      .then(() => sends('image/png')(response))
  await run(`${origin}/2`)
  expect(await stored()).toBeUndefined()
})
