import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { chromium, type Browser } from '@playwright/test'
import { chromiumOptions } from '../testing/browsers/chromium.ts'
import { freePort } from '../testing/databases/postgres.ts'
import { startServer } from '../testing/server/server-process.ts'
import { ok, signIn } from '../testing/server/test-app.ts'
import { lighthouseScores } from './lighthouse.ts'

/** Slow 4G and a low-end phone's CPU, with Lighthouse's numbers. */
const SLOW_4G = {
  offline: false,
  latency: 150,
  downloadThroughput: (1.6 * 1024 * 1024) / 8,
  uploadThroughput: (750 * 1024) / 8,
}
const SLOWER_PROCESSOR = 4
const PHONE = { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, isMobile: true, hasTouch: true }

const LOADS = 7
const READABLE_LIMIT_MS = 1000
const USABLE_LIMIT_MS = 900
const FIRST_LOAD_LIMIT_BYTES = 60_000
const LOWEST_SCORE = 98

interface Load {
  /** When the frame with the slots of the chosen day was painted. */
  readable: number
  /** When a click selected one of them. */
  usable: number
  /** Transfer size; the styles are inlined in the document. */
  documentBytes: number
  scriptBytes: number
  styleBytes: number
  fontBytes: number
}

/** Measures the first load of the booking page on a phone and returns the limits it exceeds. */
export async function measureBookingPage(): Promise<string[]> {
  const data = fs.mkdtempSync(path.join(os.tmpdir(), 'boomtime-bench-'))
  const server = await startServer(await freePort(), { DATA_DIR: data })
  try {
    const address = await makeBookingPage(server.origin)
    const browser = await chromium.launch(await chromiumOptions())
    try {
      return [...(await measureLoads(browser, address)), ...(await measureScores(address))]
    } finally {
      await browser.close()
    }
  } finally {
    await server.kill('SIGTERM')
    fs.rmSync(data, { recursive: true, force: true })
  }
}

async function makeBookingPage(origin: string): Promise<string> {
  const { sessionToken: token } = await signIn(origin, 'maya@example.com', { name: 'Maya Lindqvist' })
  const { bookingUrlId } = await ok(origin, 'createEvent', {
    token,
    body: { title: 'Intro call', description: 'A first conversation to see whether we are a good match.' },
  })
  return `${origin}/book/${bookingUrlId}`
}

async function measureLoads(browser: Browser, address: string): Promise<string[]> {
  const loads: Load[] = []
  // The first run warms up the server and the browser and isn't counted.
  for (let load = -1; load < LOADS; load++) {
    const measured = await measureLoad(browser, address)
    if (load >= 0) loads.push(measured)
  }
  console.table(loads.map(({ readable, usable }) => ({ 'readable ms': readable, 'usable ms': usable })))
  const readable = median(loads.map((load) => load.readable))
  const usable = median(loads.map((load) => load.usable))
  const { documentBytes, scriptBytes, styleBytes, fontBytes } = loads[0]!
  const firstLoad = documentBytes + scriptBytes + styleBytes
  console.table([
    {
      'slots readable, median ms': readable,
      'usable, median ms': usable,
      'script kB': kilobytes(scriptBytes),
      'document with its styles kB': kilobytes(documentBytes),
      'first load kB': kilobytes(firstLoad),
      'font kB': kilobytes(fontBytes),
    },
  ])
  return [
    ...(readable < READABLE_LIMIT_MS
      ? []
      : [`The slots were readable after ${readable} ms; the limit is ${READABLE_LIMIT_MS} ms`]),
    ...(usable <= USABLE_LIMIT_MS
      ? []
      : [`A slot could be selected after ${usable} ms; the limit is ${USABLE_LIMIT_MS} ms`]),
    ...(firstLoad <= FIRST_LOAD_LIMIT_BYTES
      ? []
      : [
          `The first load was ${kilobytes(firstLoad)} kB; the limit is ${kilobytes(FIRST_LOAD_LIMIT_BYTES)} kB`,
        ]),
  ]
}

/** One load by a new visitor with an empty cache. */
async function measureLoad(browser: Browser, address: string): Promise<Load> {
  const context = await browser.newContext({ ...PHONE, locale: 'en-US', timezoneId: 'America/New_York' })
  try {
    const page = await context.newPage()
    const devtools = await context.newCDPSession(page)
    await devtools.send('Network.enable')
    await devtools.send('Network.setCacheDisabled', { cacheDisabled: true })
    await devtools.send('Network.emulateNetworkConditions', SLOW_4G)
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: SLOWER_PROCESSOR })
    const types = new Map<string, string>()
    const bytes = new Map<string, number>()
    devtools.on('Network.responseReceived', ({ requestId, type }) => types.set(requestId, type))
    devtools.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
      const type = types.get(requestId) ?? 'Other'
      bytes.set(type, (bytes.get(type) ?? 0) + encodedDataLength)
    })
    await page.addInitScript(watchSlots)
    await page.goto(address, { waitUntil: 'load' })
    await page.waitForFunction(() => window.bookingPage?.usable !== undefined)
    await page.waitForLoadState('networkidle')
    const { readable = NaN, usable = NaN } = await page.evaluate(() => window.bookingPage ?? {})
    return {
      readable: Math.round(readable),
      usable: Math.round(usable),
      documentBytes: bytes.get('Document') ?? 0,
      scriptBytes: bytes.get('Script') ?? 0,
      styleBytes: bytes.get('Stylesheet') ?? 0,
      fontBytes: bytes.get('Font') ?? 0,
    }
  } finally {
    await context.close()
  }
}

declare global {
  interface Window {
    bookingPage?: { readable?: number; usable?: number }
  }
}

/** Runs in the page before its own scripts. Times are relative to the start of the navigation. */
function watchSlots() {
  const seen: NonNullable<Window['bookingPage']> = (window.bookingPage = {})
  const look = () => {
    // The element after the slots exists, so all slots do. A message from a frame arrives once it is painted.
    if (seen.readable === undefined && document.querySelector('.page-footer') !== null) {
      const { port1, port2 } = new MessageChannel()
      port1.addEventListener('message', () => (seen.readable ??= performance.now()))
      port1.start()
      port2.postMessage(null)
    }
    const slot = document.querySelector<HTMLButtonElement>('.slot')
    if (slot?.ariaPressed === 'true') seen.usable = performance.now()
    else slot?.click()
    if (seen.usable === undefined) requestAnimationFrame(look)
  }
  requestAnimationFrame(look)
}

async function measureScores(address: string): Promise<string[]> {
  const scores = await lighthouseScores(address)
  console.table(scores)
  return Object.entries(scores)
    .filter(([, score]) => score < LOWEST_SCORE)
    .map(([category, score]) => `Lighthouse gives ${score} for ${category}; the limit is ${LOWEST_SCORE}`)
}

const kilobytes = (bytes: number) => Math.round(bytes / 100) / 10

const median = (values: readonly number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!
