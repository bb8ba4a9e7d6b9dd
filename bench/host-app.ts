import { type Browser, chromium, type Page } from '@playwright/test'
import { HOUR } from '../availability/units.ts'
import { quotas } from '../contract/account/quotas.ts'
import { insertManyBookings } from '../testing/databases/booking-rows.ts'
import { chromiumOptions } from '../testing/browsers/chromium.ts'
import { setup } from '../testing/databases/databases.ts'
import { ok, signIn, startTestApp, type TestApp } from '../testing/server/test-app.ts'

// As many as a host can have.
const EVENTS = quotas.events
const BOOKINGS = 1000
const FIELDS = 50
const SLOWER_PROCESSOR = 4
const ROUNDS = 7
/** How long people hold down a mouse button. */
const PRESS_MS = 80
/** From an input to the next frame. */
const INTERACTION_LIMIT_MS = 100
/** From a click in the menu to the frame with the list, with the app's code loaded. */
const FIRST_LIST_LIMIT_MS = 300

const EVENT = 'Quarterly review'
const COLLECTION = 'About you'
const BOOKINGS_SCREEN = '/bookings?items_per_page=50'
const EDITOR = '/events/create'

interface Interaction {
  screen: string
  name: string
  /** Makes the input possible. */
  prepare?: (page: Page) => Promise<void>
  /** The input that is measured, ready to be made again or undone by `prepare`. */
  act: (page: Page) => Promise<void>
}

const press = (page: Page, name: string | RegExp) =>
  page.getByRole('button', { name, exact: true }).first().click({ delay: PRESS_MS })

const interactions: readonly Interaction[] = [
  {
    screen: BOOKINGS_SCREEN,
    name: 'group bookings',
    act: (page) => page.getByRole('switch', { name: 'Group by Event' }).click({ delay: PRESS_MS }),
  },
  { screen: BOOKINGS_SCREEN, name: 'open filters', act: (page) => press(page, /^Filters/) },
  {
    screen: BOOKINGS_SCREEN,
    name: 'choose a filter',
    prepare: async (page) => {
      if (!(await page.getByRole('group', { name: 'Events' }).isVisible())) await press(page, /^Filters/)
    },
    act: (page) =>
      page.getByRole('group', { name: 'Events' }).getByRole('checkbox').nth(3).click({ delay: PRESS_MS }),
  },
  {
    screen: BOOKINGS_SCREEN,
    name: 'open a booking',
    prepare: async (page) => {
      const close = page.getByRole('button', { name: 'Close details' })
      if (await close.isVisible()) await close.click()
    },
    act: (page) => press(page, /^Intro call, Guest/),
  },
  {
    screen: EDITOR,
    name: 'type in the editor',
    prepare: (page) => page.getByLabel('Event title').focus(),
    act: (page) => page.keyboard.press('a'),
  },
  {
    screen: EDITOR,
    name: 'copy hours',
    prepare: (page) => press(page, 'Copy Monday to other days'),
    act: (page) => page.getByRole('menuitem', { name: 'Copy to all days' }).click({ delay: PRESS_MS }),
  },
  {
    screen: EDITOR,
    name: 'insert a collection',
    prepare: async (page) => {
      const section = page.getByRole('group', { name: 'Booking Custom Fields', exact: true })
      if (!(await section.getByRole('list').first().isVisible()))
        await section.locator('summary').press('Enter')
      const remove = page.getByRole('button', { name: `Remove ${COLLECTION}` })
      if (await remove.isVisible()) await remove.click()
    },
    act: (page) => press(page, `Insert ${COLLECTION}`),
  },
]

/**
 * Measures how soon the app answers a host with 200 events, 1,000 bookings and 50 custom fields on a processor that is
 * slowed down to a quarter. Returns the limits that are exceeded.
 */
export async function measureHostApp(): Promise<string[]> {
  const end = await setup()
  const app = await startTestApp({ database: 'postgres' })
  const browser = await chromium.launch(await chromiumOptions())
  try {
    const page = await openApp(browser, app)
    const figures = [
      { case: 'first list of bookings', ms: await firstList(page), limit: FIRST_LIST_LIMIT_MS },
    ]
    for (const one of interactions)
      figures.push({ case: one.name, ms: await interact(page, app.origin, one), limit: INTERACTION_LIMIT_MS })
    console.table(figures)
    return figures
      .filter(({ ms, limit }) => ms > limit)
      .map((one) => `${one.case} took ${one.ms} ms; the limit is ${one.limit} ms`)
  } finally {
    await browser.close()
    await app.close()
    await end()
  }
}

async function openApp(browser: Browser, { origin, db, clock }: TestApp): Promise<Page> {
  const { sessionToken, user } = await signIn(origin, 'maya@example.com', { name: 'Maya Lindqvist' })
  const token = sessionToken
  const fields = Array.from({ length: FIELDS }, (_, n) => ({
    type: 'single-line',
    label: `Question ${n + 1}`,
  }))
  await ok(origin, 'createCollection', { token, body: { name: COLLECTION, fields } })
  let eventId = ''
  for (let n = 0; n < EVENTS; n++)
    eventId = (await ok(origin, 'createEvent', { token, body: { title: `${EVENT} ${n}` } })).id
  await insertManyBookings(db, { hostId: user.id, eventId, count: BOOKINGS, from: clock.now + HOUR })
  const kept = { sessionToken: token, user: JSON.stringify(user), loginMethod: 'google' }
  const localStorage = Object.entries(kept).map(([name, value]) => ({ name, value }))
  const context = await browser.newContext({
    viewport: { width: 1280, height: 800 },
    storageState: { cookies: [], origins: [{ origin, localStorage }] },
  })
  const page = await context.newPage()
  await page.addInitScript(watchInputs)
  await page.goto(`${origin}/dashboard`)
  const devtools = await context.newCDPSession(page)
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: SLOWER_PROCESSOR })
  return page
}

/** The time from a click on "Bookings" until its first booking is painted, when it was visited before. */
async function firstList(page: Page): Promise<number> {
  const times: number[] = []
  const menu = page.getByRole('navigation').first()
  for (let round = -1; round < ROUNDS; round++) {
    await menu.getByRole('link', { name: 'Bookings', exact: true }).click()
    await page.locator('[data-opens]').first().waitFor()
    await page.waitForLoadState('networkidle')
    const ms = await page.evaluate(() => window.inputs!.firstList())
    if (round >= 0) times.push(ms)
    await menu.getByRole('link', { name: 'Dashboard', exact: true }).click()
    await page.getByRole('heading', { level: 1 }).waitFor()
    await page.waitForLoadState('networkidle')
  }
  return median(times)
}

async function interact(page: Page, origin: string, { screen, prepare, act }: Interaction): Promise<number> {
  await page.goto(origin + screen)
  await page.waitForLoadState('networkidle')
  const times: number[] = []
  for (let round = -1; round < ROUNDS; round++) {
    await prepare?.(page)
    await page.waitForLoadState('networkidle')
    await page.evaluate(() => window.inputs!.start())
    await act(page)
    const ms = await page.evaluate(() => window.inputs!.longest())
    if (round >= 0) times.push(ms)
  }
  return median(times)
}

declare global {
  interface Window {
    inputs?: { start(): Promise<void>; longest(): Promise<number>; firstList(): number }
  }
}

/** Runs in the page. */
function watchInputs(): void {
  let longest = 0
  let clickedAt = 0
  let listedAt = 0
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) longest = Math.max(longest, entry.duration)
  }).observe({ type: 'event', durationThreshold: 16, buffered: false } as PerformanceObserverInit)
  const settled = () => new Promise<void>((resolve) => setTimeout(resolve, 300))
  addEventListener('click', ({ timeStamp }) => ((clickedAt = timeStamp), (listedAt = 0)), { capture: true })
  new MutationObserver(() => {
    if (listedAt !== 0 || !document.querySelector('[data-opens]')) return
    listedAt = -1
    requestAnimationFrame(() => setTimeout(() => (listedAt = performance.now())))
  }).observe(document, { childList: true, subtree: true })
  window.inputs = {
    async start() {
      await settled()
      longest = 0
    },
    async longest() {
      await settled()
      return longest
    },
    firstList: () => listedAt - clickedAt,
  }
}

const median = (values: readonly number[]) =>
  Math.round(values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!)
