import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { AxeBuilder } from '@axe-core/playwright'
import {
  expect,
  test as base,
  type BrowserContext,
  type BrowserContextOptions,
  type Locator,
  type Page,
} from '@playwright/test'
import { freePort } from '../testing/postgres.ts'
import { startServer, type ServerProcess } from '../testing/server-process.ts'
import { signIn as signInByHttp } from '../testing/test-app.ts'

interface Installation extends ServerProcess {
  /** Ends the process and starts it again on the same data. */
  restart(): Promise<void>
}

interface Visitor {
  open(options?: BrowserContextOptions): Promise<Page>
  /** A page of a new host who is signed in, still to be sent somewhere; the token makes calls in their name. */
  openAsHost(options?: BrowserContextOptions): Promise<{ page: Page; token: string; email: string }>
  expected: string[]
}

let hosts = 0

/** Each worker has a server of its own, on a fresh data folder. */
export const test = base.extend<{ visitor: Visitor }, { server: Installation }>({
  server: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the fixtures it needs from the pattern.
    async ({}, use) => {
      const dir = fs.mkdtempSync(path.join(os.tmpdir(), 'boomtime-e2e-'))
      const port = await freePort()
      let server = await startServer(port, { DATA_DIR: dir })
      await use({
        origin: server.origin,
        kill: (signal) => server.kill(signal),
        async restart() {
          await server.kill('SIGTERM')
          server = await startServer(port, { DATA_DIR: dir })
        },
      })
      await server.kill('SIGTERM')
      fs.rmSync(dir, { recursive: true, force: true })
    },
    { scope: 'worker' },
  ],
  /** Opens a browser of its own for somebody; what its pages complain of fails the test, but for the texts in `expected`. */
  visitor: async ({ browser, server }, use) => {
    const complaints: { text: string; from?: string }[] = []
    const contexts: BrowserContext[] = []
    const expected: string[] = []
    async function open(options: BrowserContextOptions = {}) {
      const context = await browser.newContext({ baseURL: server.origin, locale: 'en-US', ...options })
      contexts.push(context)
      context.on('console', (message) => {
        if (message.type() !== 'error' && message.type() !== 'warning') return
        complaints.push({ text: message.text(), from: message.location().url })
      })
      context.on('weberror', (error) => complaints.push({ text: String(error.error()) }))
      return context.newPage()
    }
    await use({
      expected,
      open,
      async openAsHost(options = {}) {
        const email = `host${++hosts}@example.com`
        const { sessionToken: token, user } = await signInByHttp(server.origin, email, {
          name: 'Maya Lindqvist',
        })
        const kept = { sessionToken: token, user: JSON.stringify(user), loginMethod: 'google' }
        const localStorage = Object.entries(kept).map(([name, value]) => ({ name, value }))
        const page = await open({
          storageState: { cookies: [], origins: [{ origin: server.origin, localStorage }] },
          ...options,
        })
        return { page, token, email }
      },
    })
    await Promise.all(contexts.map((context) => context.close()))
    expect(complaints.filter(({ text }) => !expected.some((one) => text.includes(one)))).toEqual([])
  },
})

/** Clicks what opens Google's page, and hands out its popup once it has loaded. */
export async function openGoogle(page: Page, button = 'Continue with Google'): Promise<Page> {
  const popupOpens = page.waitForEvent('popup')
  await page.getByRole('button', { name: button }).click()
  const popup = await popupOpens
  await expect(popup.getByRole('button', { name: 'Allow' })).toBeVisible()
  return popup
}

export async function allow(popup: Page, email: string, name = ''): Promise<void> {
  await popup.getByLabel('E-mail').fill(email)
  await popup.getByLabel('Name').fill(name)
  await popup.getByRole('button', { name: 'Allow' }).click()
}

/** Signs in through the popup, as a person does. */
export async function signIn(page: Page, email: string, name: string): Promise<void> {
  await page.goto('/signin')
  await allow(await openGoogle(page), email, name)
  await expect(page).toHaveURL(/\/dashboard$/)
}

/** Goes on with Tab until `target` has the focus; fails where Tab does not lead there. */
export async function tabTo(page: Page, target: Locator): Promise<void> {
  await expect(target).toBeVisible()
  for (let steps = 0; steps < 80; steps++) {
    if (await target.evaluate((element) => element === document.activeElement)) return
    await page.keyboard.press('Tab')
  }
  throw new Error(`Tab does not reach ${String(target)}`)
}

/** All that the browser keeps in this site's storage. */
export function stored(page: Page): Promise<Record<string, string>> {
  return page.evaluate(() => Object.fromEntries(Object.entries(localStorage)))
}

/** No violation of the accessibility rules, in either theme. */
export async function expectAccessible(page: Page): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    // Colours on their way from one theme to the other are neither.
    await page.evaluate(() => {
      const ending = document.getAnimations().filter(({ effect }) => {
        // What is folded away is not drawn, and its transitions are never told to be over.
        const isDrawn = !(effect instanceof KeyframeEffect) || effect.target?.checkVisibility()
        return isDrawn && effect?.getComputedTiming().endTime !== Infinity
      })
      return Promise.allSettled(ending.map((animation) => animation.finished)).then(() => null)
    })
    // The other mode opens a page of its own for each result, for frames of other origins, which we have not.
    const axe = new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ['violations'] })
    // All that a theme changes is colors.
    if (colorScheme === 'dark') axe.withRules(['color-contrast', 'link-in-text-block'])
    const { violations } = await axe.analyze()
    expect(
      violations.map(({ id, nodes }) => [id, nodes.map((node) => [node.html, node.failureSummary])]),
    ).toEqual([])
  }
  await page.emulateMedia({ colorScheme: 'light' })
}

/** Nothing is cut off or has to be scrolled sideways. */
export async function expectFits(page: Page, width: number): Promise<void> {
  await page.setViewportSize({ width, height: 800 })
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
}

export { expect }
