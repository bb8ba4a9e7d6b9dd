import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { ZoneRules } from '../../availability/zone-rules.ts'
import type { Viewer } from '../../contract/time/viewer.ts'
import { packagedRules } from '../../testing/time-zones/time-zones.ts'

const served: Viewer = { locale: 'en-US', timeZone: 'America/New_York', hour12: null }
const rulesOf = (zone: string): ZoneRules => packagedRules.find(zone)!

interface Answer {
  status: number
  data?: unknown
}
/** The answers to requests for a zone's rules. Without one, the server is unreachable. */
let answers: Record<string, Answer | Promise<Answer>>
let requests: (string | null)[]
let online: EventTarget
let stored: Map<string, string>

beforeEach(() => {
  vi.useFakeTimers()
  vi.resetModules()
  answers = {}
  requests = []
  online = new EventTarget()
  stored = new Map()
  vi.stubGlobal('document', Object.assign(new EventTarget(), { cookie: '' }))
  vi.stubGlobal('navigator', { language: 'en-US' })
  vi.stubGlobal('window', online)
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
  })
  vi.stubGlobal('fetch', async (url: string) => {
    const zone = new URL(url, 'http://localhost').searchParams.get('timezone')
    requests.push(zone)
    const answer = await answers[zone!]
    if (!answer) throw new TypeError('Failed to fetch')
    return Response.json({ success: answer.status === 200, data: answer.data }, { status: answer.status })
  })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const found = (zone: string): Answer => ({
  status: 200,
  data: { release: '2026f', timezones: [{ ...rulesOf(zone), countries: null }], aliases: {} },
})

function setDevice(device: string | undefined) {
  vi.stubGlobal('Intl', {
    ...Intl,
    Locale: Intl.Locale,
    DateTimeFormat: function Device() {
      return { resolvedOptions: () => ({ timeZone: device }) }
    },
  })
}

/** A page that only knows the server's zone, on a device in another one. */
async function openPage(device: string | undefined, linked: string | null = null) {
  setDevice(device)
  const { addZones } = await import('../data/time-zones.ts')
  const viewer = await import('./viewer.ts')
  addZones([rulesOf(served.timeZone)])
  viewer.startViewer(served, linked)
  return { ...viewer, zone: () => viewer.viewerInstead(served).timeZone }
}
const settle = () => vi.advanceTimersByTimeAsync(0)

test('keeps the server’s zone until the rules of the browser’s are there', async () => {
  const { promise, resolve } = Promise.withResolvers<Answer>()
  answers['Asia/Tokyo'] = promise
  const page = await openPage('Asia/Tokyo')
  await settle()
  expect(page.zone()).toBe('America/New_York')
  expect(page.isZoneLoading()).toBe(true)
  page.changeClock(false)
  resolve(found('Asia/Tokyo'))
  await settle()
  expect(page.viewerInstead(served)).toEqual({ ...served, timeZone: 'Asia/Tokyo', hour12: false })
  expect(page.isZoneLoading()).toBe(false)
  expect(requests).toEqual(['Asia/Tokyo'])
  expect(document.cookie).toContain(encodeURIComponent('Asia/Tokyo|24'))
})

test('fetches nothing if the server’s guess was right', async () => {
  const page = await openPage('America/New_York')
  await settle()
  expect(page.viewerInstead(served)).toBe(served)
  expect(requests).toEqual([])
})

test.each([undefined, ''])('keeps the server’s zone on a device that reports %o', async (device) => {
  const page = await openPage(device)
  await settle()
  expect(page.viewerInstead(served)).toBe(served)
  expect(requests).toEqual([])
})

test('keeps the server’s zone for one that the server doesn’t know, without asking again', async () => {
  answers['Europe/Atlantis'] = { status: 404 }
  const page = await openPage('Europe/Atlantis')
  await vi.advanceTimersByTimeAsync(600_000)
  expect(page.zone()).toBe('America/New_York')
  expect(page.isZoneLoading()).toBe(false)
  expect(requests).toHaveLength(1)
})

test('tries again, less and less often, and when the device is online', async () => {
  const page = await openPage('Asia/Tokyo')
  await settle()
  expect(requests).toHaveLength(1)
  await vi.advanceTimersByTimeAsync(1000)
  expect(requests).toHaveLength(2)
  await vi.advanceTimersByTimeAsync(1999)
  expect(requests).toHaveLength(2)
  answers['Asia/Tokyo'] = { status: 503 }
  await vi.advanceTimersByTimeAsync(1)
  expect(requests).toHaveLength(3)
  expect(page.zone()).toBe('America/New_York')
  answers['Asia/Tokyo'] = found('Asia/Tokyo')
  online.dispatchEvent(new Event('online'))
  await settle()
  expect(page.zone()).toBe('Asia/Tokyo')
  await vi.advanceTimersByTimeAsync(600_000)
  expect(requests).toHaveLength(4)
})

test('never waits longer than a minute', async () => {
  await openPage('Asia/Tokyo')
  await vi.advanceTimersByTimeAsync(3_600_000)
  const before = requests.length
  await vi.advanceTimersByTimeAsync(60_000)
  expect(requests).toHaveLength(before + 1)
})

test('switches to a chosen zone and remembers it for the tab', async () => {
  answers['Asia/Tokyo'] = found('Asia/Tokyo')
  answers['Europe/Berlin'] = found('Europe/Berlin')
  const page = await openPage('Asia/Tokyo')
  await settle()
  await page.chooseZone('Europe/Berlin')
  expect(page.zone()).toBe('Europe/Berlin')
  expect(document.cookie).toContain(encodeURIComponent('Europe/Berlin|'))
  vi.resetModules()
  requests = []
  const reloaded = await openPage('Asia/Tokyo')
  await settle()
  expect(reloaded.zone()).toBe('Europe/Berlin')
  expect(requests).toEqual(['Europe/Berlin'])
})

test('prefers a link’s zone to the device’s and to an earlier choice, and remembers it for the tab', async () => {
  stored.set('readerTimeZone', '"America/New_York"')
  answers['Europe/Berlin'] = found('Europe/Berlin')
  const page = await openPage('Asia/Tokyo', 'Europe/Berlin')
  expect(page.isZoneLoading()).toBe(true)
  await settle()
  expect(page.zone()).toBe('Europe/Berlin')
  expect(requests).toEqual(['Europe/Berlin'])
  vi.resetModules()
  const reloaded = await openPage('Asia/Tokyo')
  await settle()
  expect(reloaded.zone()).toBe('Europe/Berlin')
})

test.each([404, 400])('ignores a link’s zone that the server refuses with %i', async (status) => {
  answers['Mars'] = { status }
  answers['Asia/Tokyo'] = found('Asia/Tokyo')
  const page = await openPage('Asia/Tokyo', 'Mars')
  await settle()
  expect(page.zone()).toBe('Asia/Tokyo')
  expect(stored.size).toBe(0)
  expect(document.cookie).toContain(encodeURIComponent('Asia/Tokyo|'))
})

test('a choice made while a link’s zone is loading wins', async () => {
  const { promise, resolve } = Promise.withResolvers<Answer>()
  answers['Mars'] = promise
  answers['Europe/Paris'] = found('Europe/Paris')
  const page = await openPage('Asia/Tokyo', 'Mars')
  await page.chooseZone('Europe/Paris')
  resolve({ status: 404 })
  await settle()
  expect(page.zone()).toBe('Europe/Paris')
  expect(requests).toEqual(['Mars', 'Europe/Paris'])
})

test('a failed choice changes nothing', async () => {
  answers['Asia/Tokyo'] = found('Asia/Tokyo')
  const page = await openPage('Asia/Tokyo')
  await settle()
  await expect(page.chooseZone('Europe/Berlin')).rejects.toMatchObject({ status: 0 })
  expect(page.zone()).toBe('Asia/Tokyo')
  expect(stored.size).toBe(0)
  expect(document.cookie).toContain(encodeURIComponent('Asia/Tokyo|'))
})

test('the latest choice wins, also against the device’s zone', async () => {
  const [tokyo, berlin] = [Promise.withResolvers<Answer>(), Promise.withResolvers<Answer>()]
  answers['Asia/Tokyo'] = tokyo.promise
  answers['Europe/Berlin'] = berlin.promise
  answers['Europe/Paris'] = found('Europe/Paris')
  const page = await openPage('Asia/Tokyo')
  const first = page.chooseZone('Europe/Berlin')
  await page.chooseZone('Europe/Paris')
  berlin.resolve(found('Europe/Berlin'))
  tokyo.resolve(found('Asia/Tokyo'))
  await first
  await settle()
  expect(page.zone()).toBe('Europe/Paris')
})

/** Comes back to the page with the device in another zone. */
async function travelTo(device: string) {
  setDevice(device)
  document.dispatchEvent(new Event('visibilitychange'))
  await settle()
}

test('follows a device whose zone changes while the page is open', async () => {
  answers['Asia/Tokyo'] = found('Asia/Tokyo')
  const page = await openPage('America/New_York')
  await travelTo('Asia/Tokyo')
  expect(page.zone()).toBe('Asia/Tokyo')
  expect(document.cookie).toContain(encodeURIComponent('Asia/Tokyo|'))
  await travelTo('America/New_York')
  expect(page.zone()).toBe('America/New_York')
  expect(requests).toEqual(['Asia/Tokyo'])
})

test('keeps a chosen zone when the device’s changes', async () => {
  const page = await openPage('America/New_York')
  await page.chooseZone('America/New_York')
  await travelTo('Asia/Tokyo')
  expect(page.zone()).toBe('America/New_York')
  expect(requests).toEqual([])
})
