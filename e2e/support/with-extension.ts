import { createHash, randomBytes } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { type BrowserContext, chromium, type Frame, type Page } from '@playwright/test'
import { DAY } from '../../availability/units.ts'
import { extensionClient, extensionRedirectUri, oauthPaths } from '../../contract/account/oauth.ts'
import { scopes } from '../../contract/scopes.ts'
import { extensionBrowser } from '../../testing/browsers/chromium.ts'
import { bookWithPrivateField } from '../../testing/bookings/private-booking.ts'
import { ok, signIn } from '../../testing/server/api.ts'
import { expect } from './support.ts'

type Values = Record<string, unknown>
interface StorageArea {
  get: (key?: string) => Promise<Values>
  set: (values: Values) => Promise<void>
  remove: (key: string) => Promise<void>
}

declare global {
  interface Window {
    /** In the extension's own pages. */
    chrome: {
      runtime: { sendMessage: (message: { name?: string }) => Promise<unknown> }
      storage: { local: StorageArea; session: StorageArea }
      permissions: {
        contains: () => Promise<boolean>
        request: () => Promise<boolean>
        onAdded: { addListener: (listener: () => void) => void }
      }
    }
  }
}

const root = path.join(import.meta.dirname, '../..')
/** The extension built for tests, which need no answer to the browser's question about permissions. */
export const folder = path.join(root, 'dist/extension/test')

/** Where Google Calendar is, which shows `html` instead. */
const CALENDAR = 'https://calendar.google.com/'

/** A host whose browser has the extension, connected, and their booking with a private field. */
export type ExtensionHost = Awaited<ReturnType<typeof connectExtension>>

let hosts = 0

export async function connectExtension(origin: string) {
  const unique = `${++hosts}.${Date.now()}`
  const account = (name: string) =>
    signIn(origin, `${name}.${unique}@example.com`, { name: 'Maya Lindqvist' })
  const [{ sessionToken: token, user }, other] = [await account('maya'), await account('ada')]
  const { id, event } = await bookWithPrivateField(origin, token, nextMonday())
  const others = await bookWithPrivateField(origin, other.sessionToken, nextMonday())
  const linkTo = (bookingId: string) => `${origin}/booking-confirmation/${bookingId}`
  const calendar = { html: '' }
  const context = await openBrowser({
    sessionToken: token,
    user: JSON.stringify(user),
    loginMethod: 'google',
  })
  await context.route(`${CALENDAR}**`, (route) =>
    route.fulfill({ contentType: 'text/html; charset=utf-8', body: calendar.html }),
  )
  // It opens its own page after the installation.
  const isOptions = (page: Page) => page.url().endsWith('/options.html')
  await expect.poll(() => context.pages().some(isOptions)).toBe(true)
  const options = context.pages().find(isOptions)!
  const base = options.url().replace('options.html', '')
  await options.evaluate((connection) => window.chrome.storage.local.set({ connection }), {
    origin,
    token: await extensionToken(origin, token),
    revocationEndpoint: origin + oauthPaths.revocation,
  })
  await expect(options.getByRole('heading', { name: 'Connected' })).toBeVisible()
  return {
    context,
    calendar,
    token,
    event,
    id,
    link: linkTo(id),
    /** To a booking with another host. */
    othersLink: linkTo(others.id),
    /** The URL of a page of the extension. */
    url: (page: string) => base + page,
    [Symbol.asyncDispose]: () => context.close(),
  }
}

/** What the extension gets once a host approves it. */
async function extensionToken(origin: string, session: string): Promise<string> {
  const verifier = randomBytes(32).toString('base64url')
  const client = { client_id: extensionClient.id, redirect_uri: extensionRedirectUri(origin) }
  const { redirectUrl } = await ok(origin, 'authorizeClient', {
    token: session,
    body: {
      ...client,
      response_type: 'code',
      code_challenge: createHash('sha256').update(verifier).digest('base64url'),
      code_challenge_method: 'S256',
      state: 'its state',
      scope: scopes.join(' '),
    },
  })
  const code = new URL(redirectUrl).searchParams.get('code')!
  const body = new URLSearchParams({
    ...client,
    grant_type: 'authorization_code',
    code,
    code_verifier: verifier,
  })
  const response = await fetch(origin + oauthPaths.token, { method: 'POST', body })
  return ((await response.json()) as { access_token: string }).access_token
}

/** A browser with the unpacked extension and a host's session. */
async function openBrowser(session: Record<string, string>): Promise<BrowserContext> {
  const context = await chromium.launchPersistentContext('', {
    executablePath: extensionBrowser()!,
    // Playwright's own headless browser has no extensions.
    headless: false,
    locale: 'en-US',
    reducedMotion: 'reduce',
    args: [
      '--headless=new',
      '--no-sandbox',
      '--disable-gpu',
      '--disable-background-networking',
      `--disable-extensions-except=${folder}`,
      `--load-extension=${folder}`,
    ],
  })
  await context.addInitScript((entries) => {
    if (location.hostname !== 'localhost' || sessionStorage.getItem('isSignedIn')) return
    sessionStorage.setItem('isSignedIn', 'true')
    for (const [name, value] of Object.entries(entries)) localStorage.setItem(name, value)
  }, session)
  return context
}

interface EntryOptions {
  link?: string
  hasPanel?: boolean
}

/** Opens an entry in the stand-in for Google Calendar. */
export async function openEntry(
  { context, calendar, link }: ExtensionHost,
  fixture: string,
  { link: other, hasPanel = true }: EntryOptions = {},
) {
  calendar.html = calendarPage(fixture, other ?? link)
  const page = await context.newPage()
  await page.goto(`${CALENDAR}calendar/u/0/r/${fixture === 'event-page' ? 'eventedit/e1' : 'week'}`)
  return {
    page,
    // The frame is in a closed shadow root, where locators don't reach.
    panel: hasPanel ? await panelFrame(page) : page.mainFrame(),
    reopened: () => panelFrame(page),
  }
}

async function panelFrame(page: Page): Promise<Frame> {
  const find = () => page.frames().find((frame) => frame.url().includes('/panel.html'))
  await expect.poll(() => find() !== undefined).toBe(true)
  return find()!
}

/** The popup as a page of its own, because browsers show popups only to people. */
export async function openPopup({ context, url }: ExtensionHost): Promise<Page> {
  const page = await context.newPage()
  await page.setViewportSize({ width: 400, height: 600 })
  await page.goto(url('popup.html'))
  return page
}

/** Answers one kind of call in a page of the extension instead of its background script; never, for 'never'. */
export const reply = (page: Page | Frame, name: string, answer: object | 'never' | undefined) =>
  page.evaluate(
    ([replaced, given]) => {
      const { runtime } = window.chrome
      const send = runtime.sendMessage.bind(runtime)
      runtime.sendMessage = (message) => {
        if (message.name !== replaced) return send(message)
        return given === 'never' ? new Promise(() => undefined) : Promise.resolve(given)
      }
    },
    [name, answer] as const,
  )

/** Keeps the background script's replies to one kind of call from a page of the extension, as if they took forever. */
export const loseReplies = (page: Page | Frame, name: string) =>
  page.evaluate((lost) => {
    const { runtime } = window.chrome
    const send = runtime.sendMessage.bind(runtime)
    runtime.sendMessage = (message) => {
      const answer = send(message)
      return message.name === lost ? new Promise(() => undefined) : answer
    }
  }, name)

/** Roughly how Google's page looks. */
const CALENDAR_STYLE = `
  body { margin: 0; background: #f8fafd; font: 14px/20px Roboto, Arial, sans-serif }
  [role="dialog"] { position: fixed; top: 24px; left: 48px; width: 408px; max-height: 90vh; overflow-y: auto;
    padding: 20px; border-radius: 24px; background: #f0f4f9; box-shadow: 0 4px 24px rgb(0 0 0 / 25%) }
  #xDetDlgDesc { overflow-wrap: anywhere }
  [role="tabpanel"] { max-width: 640px; margin: 24px; padding: 24px; background: #fff }
`

/** The stand-in for Google's page with an open entry whose description links to `link`. */
export function calendarPage(fixture: string, link: string): string {
  const html = fs.readFileSync(path.join(root, `extension/fixtures/${fixture}.html`), 'utf8')
  const body = html
    .replaceAll('{{link}}', link)
    .replaceAll('{{encoded}}', encodeURIComponent(link))
    // Google marks where a long word may break.
    .replaceAll('{{link-with-breaks}}', link.replace('/booking-confirmation', '/booking-<wbr>confirmation'))
  return `<!doctype html><html lang="en"><title>Calendar</title><style>${CALENDAR_STYLE}</style><body>${body}</body></html>`
}

/** Ten in the morning in New York, at least a day ahead. */
export function nextMonday(): string {
  const at = new Date(Date.now() + 2 * DAY)
  at.setUTCDate(at.getUTCDate() + ((8 - at.getUTCDay()) % 7))
  at.setUTCHours(15, 0, 0, 0)
  return at.toISOString()
}
