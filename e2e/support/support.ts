import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import {
  expect,
  test as base,
  type BrowserContext,
  type BrowserContextOptions,
  type Locator,
  type Page,
} from '@playwright/test'
import type * as AxeCore from 'axe-core'
import { type DatabaseKind, freshDatabase } from '../../testing/databases/databases.ts'
import { freePort } from '../../testing/databases/postgres.ts'
import { startServer, type ServerProcess } from '../../testing/server/server-process.ts'
import { signIn as signInByHttp } from '../../testing/server/api.ts'
import { forgetAttempts } from './forget-attempts.ts'
import { keepIntercepting } from './keep-intercepting.ts'

export interface Installation extends ServerProcess {
  /** For what only time would change; undefined if it is embedded. */
  databaseUrl: string | undefined
  /** Kills the process and restarts it on the same data, perhaps with more settings. */
  restart(env?: Record<string, string>): Promise<void>
}

export interface Visitor {
  open(options?: BrowserContextOptions): Promise<Page>
  /**
   * A page of a new signed-in host, without a URL yet. The token makes API calls for the host. It loads other screens
   * when they are opened, instead of ahead, which takes a third of the time that a page takes to load.
   */
  openAsHost(options?: HostOptions): Promise<{ page: Page; token: string; email: string }>
  expected: string[]
}

interface HostOptions extends BrowserContextOptions {
  loadsAhead?: boolean
}

let hosts = 0

/** Half of the size of what the package exports, which a page takes a tenth of a second to read. */
const axeSource = fs.readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8')

/** Many hosts share a server: polling all their calendars as often as the sandbox does would keep a processor busy. */
const CALENDAR_POLL_SECONDS = '60'

/** A page that is closing, as the popup of a sign-in does, needs nothing more. */
async function stopIntercepting(page: Page): Promise<void> {
  try {
    await page.unrouteAll({ behavior: 'ignoreErrors' })
  } catch (error) {
    if (!page.isClosed()) throw error
  }
}

/** Each worker has its own server with a fresh data folder, on PostgreSQL because that takes half of the time. */
export const test = base.extend<{ visitor: Visitor }, { database: DatabaseKind; server: Installation }>({
  database: ['postgres', { option: true, scope: 'worker' }],
  server: [
    async ({ database }, use) => {
      const { where, dispose } = await freshDatabase(database)
      const dir =
        'dir' in where ? path.dirname(where.dir) : fs.mkdtempSync(path.join(os.tmpdir(), 'boomtime-e2e-'))
      const settings = {
        DATA_DIR: dir,
        CALENDAR_POLL_SECONDS,
        // Journeys have calendar servers of their own.
        ALLOWED_PRIVATE_NETWORKS: '127.0.0.0/8',
        ...('url' in where && { DATABASE_URL: where.url }),
      }
      const port = await freePort()
      let server = await startServer(port, settings)
      await use({
        origin: server.origin,
        databaseUrl: settings.DATABASE_URL,
        kill: (signal) => server.kill(signal),
        async restart(env = {}) {
          await server.kill('SIGTERM')
          server = await startServer(port, { ...settings, ...env })
        },
      })
      await server.kill('SIGTERM')
      fs.rmSync(dir, { recursive: true, force: true })
      await dispose()
    },
    { scope: 'worker' },
  ],
  /**
   * Opens a separate browser for a person. Console errors in its pages fail the test unless they are in `expected`.
   */
  visitor: async ({ browser, server }, use) => {
    const complaints: { text: string; from?: string }[] = []
    const contexts: BrowserContext[] = []
    const expected: string[] = ['Service Worker registration blocked by Playwright']
    if (server.databaseUrl !== undefined) await forgetAttempts(server.databaseUrl)
    async function open(options: BrowserContextOptions = {}) {
      const context = await browser.newContext({
        baseURL: server.origin,
        locale: 'en-US',
        // Drawing transitions takes a tenth of the time.
        reducedMotion: 'reduce',
        // It would fetch what journeys hold back.
        serviceWorkers: 'block',
        ...options,
      })
      contexts.push(context)
      context.on('console', (message) => {
        if (message.type() !== 'error' && message.type() !== 'warning') return
        complaints.push({ text: message.text(), from: message.location().url })
      })
      context.on('weberror', (error) => complaints.push({ text: String(error.error()) }))
      context.on('page', keepIntercepting)
      return context.newPage()
    }
    await use({
      expected,
      open,
      async openAsHost({ loadsAhead = false, ...options } = {}) {
        const email = `host${++hosts}@example.com`
        const { sessionToken: token, user } = await signInByHttp(server.origin, email, {
          name: 'Maya Lindqvist',
        })
        const kept = { sessionToken: token, user: JSON.stringify(user), loginMethod: 'google' }
        const page = await open(options)
        // `storageState` would open a page only for this.
        await page.addInitScript(
          ([origin, entries, isLoadEventKept]) => {
            if (location.origin !== origin) return
            if (!isLoadEventKept) addEventListener('load', (event) => event.stopImmediatePropagation())
            if (sessionStorage.getItem('isSignedIn')) return
            sessionStorage.setItem('isSignedIn', 'true')
            for (const [name, value] of Object.entries(entries)) localStorage.setItem(name, value)
          },
          [server.origin, kept, loadsAhead] as const,
        )
        return { page, token, email }
      },
    })
    // A handler that is still answering would fail the test when its page closes.
    const pages = contexts.flatMap((context) => context.pages())
    await Promise.all(pages.map(stopIntercepting))
    await Promise.all(contexts.map((context) => context.close()))
    expect(complaints.filter(({ text }) => !expected.some((one) => text.includes(one)))).toEqual([])
  },
})

/** Clicks what opens Google's page and returns the popup once it has loaded. */
export async function openGoogle(page: Page, button = 'Continue with Google'): Promise<Page> {
  const popupOpens = page.waitForEvent('popup')
  await page.getByRole('button', { name: button }).click()
  const popup = await popupOpens
  await expect(popup.getByRole('button', { name: 'Allow' })).toBeVisible()
  return popup
}

export async function allow(popup: Page, email: string, name = ''): Promise<void> {
  await popup.getByLabel('Email').fill(email)
  await popup.getByLabel('Name').fill(name)
  await popup.getByRole('button', { name: 'Allow' }).click()
}

/** Signs in through the popup like a person would. */
export async function signIn(page: Page, email: string, name: string): Promise<void> {
  await page.goto('/signin')
  await allow(await openGoogle(page), email, name)
  await expect(page).toHaveURL(/\/dashboard$/)
}

/**
 * Presses Tab until `target` has the focus; fails if Tab doesn't reach it. `Shift+Tab` for what comes before: past
 * the last element of a page, Tab may stay in the browser's own controls.
 */
export async function tabTo(page: Page, target: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
  await expect(target).toBeVisible()
  const passed: string[] = []
  while (passed.length < 80) {
    const focused = await target.evaluate(otherFocus)
    if (focused === null) return
    passed.push(focused)
    await page.keyboard.press(key)
  }
  throw new Error(`${key} does not reach ${String(target)}, but:\n${passed.join('\n')}`)
}

/** What has the focus, if it isn't this element. Without what is in it, which may be all of a page. */
const otherFocus = (element: Element) => {
  const { activeElement: focused } = document
  if (focused === element) return null
  return (focused?.cloneNode() as Element | undefined)?.outerHTML.slice(0, 80) ?? 'nothing'
}

/** Follows the skip link by keyboard. Asserts that it is seen only while it has the focus. */
export async function skipToContent(page: Page): Promise<void> {
  const skip = page.getByRole('link', { name: 'Skip to content' })
  await expect(skip).toHaveCSS('clip-path', 'inset(50%)')
  await tabTo(page, skip)
  await expect(skip).toHaveCSS('clip-path', 'none')
  await expect(skip).toBeInViewport()
  await page.keyboard.press('Enter')
}

/** Holds back scripts of public pages, by their names' beginning, until the returned function is called. */
export async function holdScripts(page: Page, name = ''): Promise<() => void> {
  const { promise: held, resolve: release } = Promise.withResolvers<void>()
  await page.route(`**/public-assets/${name}*.js`, async (route) => {
    await held
    await route.continue()
  })
  return release
}

/** Everything the browser stores for this site. */
export function stored(page: Page): Promise<Record<string, string>> {
  return page.evaluate(() => Object.fromEntries(Object.entries(localStorage)))
}

/**
 * Asserts that there are no accessibility violations in either theme. Half a second after a dialog has opened, its
 * focus is gone for a moment: send keys to the dialog itself.
 */
export async function expectAccessible(page: Page): Promise<void> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axeSource)
  // After the window was resized, React Aria keeps what opens invisible while it waits for a keyboard on the screen.
  await expect(page.locator('[data-trigger][style*="opacity: 0"]')).toHaveCount(0)
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    const violations = await page.evaluate(async (theme) => {
      // Colors in a transition belong to neither theme.
      const ending = document.getAnimations().filter(({ effect }) => {
        // Collapsed elements aren't drawn, and their transitions never report an end.
        const isDrawn = !(effect instanceof KeyframeEffect) || effect.target?.checkVisibility()
        return isDrawn && effect?.getComputedTiming().endTime !== Infinity
      })
      await Promise.allSettled(ending.map((animation) => animation.finished))
      const { axe } = window as unknown as { axe: typeof AxeCore }
      const found = await axe.run({
        resultTypes: ['violations'],
        // There is no media to load before.
        preload: false,
        // A theme changes only colors.
        ...(theme === 'dark' && { runOnly: ['color-contrast', 'link-in-text-block'] }),
      })
      return found.violations.map(({ id, nodes }) => [
        id,
        nodes.map((node) => [node.html, node.failureSummary]),
      ])
    }, colorScheme)
    expect(violations).toEqual([])
  }
  await page.emulateMedia({ colorScheme: 'light' })
}

/** Asserts that nothing is cut off or scrolls sideways. */
export async function expectFits(page: Page, width: number): Promise<void> {
  await page.setViewportSize({ width, height: 800 })
  // A change of the layout may take another rendering.
  await expect
    .poll(() => page.evaluate(() => document.documentElement.scrollWidth))
    .toBeLessThanOrEqual(width)
  await expect.poll(() => page.locator('input[type="text"]').evaluateAll(cutOffTimes)).toEqual([])
}

/** The values of fields too narrow for them, such as a time; a title may be longer than its field. */
const cutOffTimes = (fields: Element[]) =>
  fields
    .filter((field) => field instanceof HTMLInputElement)
    .filter(
      ({ value, scrollWidth, clientWidth }) => value.length <= '12:30 PM'.length && scrollWidth > clientWidth,
    )
    .map(({ value }) => value)

export { expect }
