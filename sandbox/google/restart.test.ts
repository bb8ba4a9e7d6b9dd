import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as openid from 'openid-client'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { calendarClient, listAll, refusal, signIn, startSandbox } from './test-client.ts'

const PRIMARY = { calendarId: 'primary' }
const HOUR = { start: { dateTime: '2026-03-02T09:00:00Z' }, end: { dateTime: '2026-03-02T10:00:00Z' } }

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'sandbox-google-'))
})
afterEach(() => {
  vi.restoreAllMocks()
  rmSync(folder, { recursive: true })
})

it('people, entries, tokens, sync tokens and the key survive a restart', async () => {
  const dataFile = join(folder, 'deeper', 'google.db')
  const before = await startSandbox({ dataFile })
  const { tokens } = await signIn(before, {
    email: 'ada@example.com',
    name: 'Ada L',
    timeZone: 'Asia/Tokyo',
  })
  const first = calendarClient(before.origin, tokens.access_token)
  await first.events.insert({ ...PRIMARY, requestBody: { ...HOUR, id: 'kept1' } })
  const { syncToken } = await listAll(first, {})
  await first.events.insert({ ...PRIMARY, requestBody: { ...HOUR, id: 'kept2' } })
  const certs = await (await fetch(`${before.issuer}/oauth2/v3/certs`)).text()
  await before.app.close()

  const after = await startSandbox({ dataFile })
  const again = calendarClient(after.origin, tokens.access_token)
  expect((await listAll(again, {})).items.map(({ id }) => id)).toEqual(['kept1', 'kept2'])
  expect((await listAll(again, { syncToken })).items.map(({ id }) => id)).toEqual(['kept2'])
  expect((await again.calendarList.list()).data.items![0]!.timeZone).toBe('Asia/Tokyo')
  expect(await (await fetch(`${after.issuer}/oauth2/v3/certs`)).text()).toBe(certs)
  const refreshed = await openid.refreshTokenGrant(
    (await signIn(after, { email: 'ada@example.com' })).config,
    tokens.refresh_token!,
  )
  expect(refreshed.claims()).toMatchObject({ name: 'Ada L' })
  await after.app.close()

  const other = await startSandbox()
  const stranger = await signIn(other, { email: 'ada@example.com' })
  const call = calendarClient(other.origin, stranger.tokens.access_token).events.list({
    ...PRIMARY,
    syncToken,
  })
  expect(await refusal(call)).toEqual({ status: 410, reason: 'fullSyncRequired' })
  await other.app.close()
})

it('notifies watch channels until they are stopped', async () => {
  const sandbox = await startSandbox()
  const { tokens } = await signIn(sandbox, { email: 'ada@example.com' })
  const client = calendarClient(sandbox.origin, tokens.access_token)
  const real = globalThis.fetch
  const notifications: Record<string, string>[] = []
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (address, init) => {
    if (address !== 'https://app.example/hook') return real(address, init)
    notifications.push(Object.fromEntries(new Headers(init?.headers)))
    throw new Error('nobody there')
  })
  const channel = { id: 'channel-1', type: 'web_hook', token: 'secret', address: 'https://app.example/hook' }
  const watch = (requestBody: object) => client.events.watch({ ...PRIMARY, requestBody })

  const plain = watch({ ...channel, address: 'http://app.example/hook' })
  expect(await refusal(plain)).toEqual({ status: 400, reason: 'push.webhookUrlNotHttps' })
  const { data } = await watch(channel)
  expect(data).toMatchObject({
    kind: 'api#channel',
    id: 'channel-1',
    expiration: expect.stringMatching(/^\d{13}$/),
  })
  expect(await refusal(watch(channel))).toEqual({ status: 400, reason: 'channelIdNotUnique' })

  await client.events.insert({ ...PRIMARY, requestBody: HOUR })
  await client.channels.stop({ requestBody: { id: data.id!, resourceId: data.resourceId! } })
  await client.events.insert({ ...PRIMARY, requestBody: HOUR })
  expect(notifications).toMatchObject([
    { 'x-goog-resource-state': 'sync', 'x-goog-message-number': '1', 'x-goog-channel-token': 'secret' },
    {
      'x-goog-resource-state': 'exists',
      'x-goog-message-number': '2',
      'x-goog-resource-id': data.resourceId,
    },
  ])
  await sandbox.app.close()
})

it('only its owner can stop a channel, with any of their calendar scopes', async () => {
  const sandbox = await startSandbox()
  const AUTH = 'https://www.googleapis.com/auth/'
  const as = async (email: string, ...scopes: string[]) => {
    const granted = scopes.map((scope): [string, string] => ['scope', AUTH + scope])
    const { tokens } = await signIn(sandbox, [['email', email], ['granular', '1'], ...granted])
    return calendarClient(sandbox.origin, tokens.access_token)
  }
  const address = 'https://app.example/hook'
  const ada = await as('ada@example.com', 'calendar.events')
  const reader = await as('ada@example.com', 'calendar.calendarlist.readonly')
  const watch = { ...PRIMARY, requestBody: { id: 'channel-1', type: 'web_hook', address } }
  vi.spyOn(globalThis, 'fetch').mockRejectedValue(new Error('nobody there'))
  expect(await refusal(reader.events.watch(watch))).toEqual({
    status: 403,
    reason: 'insufficientPermissions',
  })
  const { data } = await ada.events.watch(watch)
  vi.restoreAllMocks()
  const stop = { requestBody: { id: data.id!, resourceId: data.resourceId! } }
  const other = await as('bob@example.com', 'calendar.events')
  expect(await refusal(other.channels.stop(stop))).toEqual({ status: 404, reason: 'notFound' })
  expect((await reader.channels.stop(stop)).status).toBe(204)
  expect(await refusal(ada.channels.stop(stop))).toEqual({ status: 404, reason: 'notFound' })
  await sandbox.app.close()
})
