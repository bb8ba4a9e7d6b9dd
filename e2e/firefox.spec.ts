import path from 'node:path'
import {
  type BrowsingContext,
  type Firefox,
  firefoxBrowser,
  startFirefox,
} from '../testing/browsers/firefox.ts'
import { bookWithPrivateField, SECRET } from '../testing/bookings/private-booking.ts'
import { ok, signIn } from '../testing/server/api.ts'
import { expect, test } from './support/support.ts'
import { calendarPage, nextMonday } from './support/with-extension.ts'

const executable = firefoxBrowser()
const folder = path.join(import.meta.dirname, '../dist/extension/firefox')

test.skip(executable === null, 'No Firefox that can load the extension is installed.')

test('in Firefox, a host connects the extension, fills in a private field and labels a booking', async ({
  server: { origin },
}) => {
  const { sessionToken: token, user } = await signIn(origin, 'firefox@example.com', { name: 'Maya' })
  const { id } = await bookWithPrivateField(origin, token, nextMonday())
  const label = await ok(origin, 'createLabel', { token, body: { name: 'VIP', color: 'red' } })
  await using firefox = await startFirefox(executable!)
  /** Empty while another page is loading. */
  const text = (context: string) => firefox.evaluate(context, 'document.body.innerText').catch(() => '')
  await firefox.stub(
    'calendar.google.com',
    calendarPage('bubble-wrapped-link', `${origin}/booking-confirmation/${id}`),
  )
  const session = { sessionToken: token, user: JSON.stringify(user), loginMethod: 'google' }
  const app = await firefox.open(`${origin}/`)
  await firefox.evaluate(app, `void Object.assign(localStorage, ${JSON.stringify(session)})`)

  await firefox.send('webExtension.install', { extensionData: { type: 'path', path: folder } })
  const options = await found(() => tab(firefox, '/options.html'))
  await expect.poll(() => text(options)).toContain('Address of your Boomtime')
  await click(firefox, options, 'input')
  await type(firefox, options, origin)
  await click(firefox, options, 'button[type="submit"]')
  const approval = await found(() => tab(firefox, '/oauth/authorize'))
  await expect.poll(() => text(approval)).toContain('Connect the Boomtime extension?')
  await firefox.evaluate(
    approval,
    `[...document.querySelectorAll('button')].find(({ innerText }) => innerText === 'Connect').click()`,
  )
  await expect.poll(() => text(approval)).toContain('Extension connected')

  const calendar = await firefox.open('https://calendar.google.com/calendar/u/0/r/week')
  const panel = await found(async () =>
    panelIn((await firefox.tabs()).find(({ context }) => context === calendar)),
  )
  await expect.poll(() => text(panel)).toContain('Shown answer')
  await firefox.evaluate(panel, `document.querySelector('section input').focus()`)
  await type(firefox, panel, SECRET)
  const choice = `document.querySelector('input[type="checkbox"]')`
  await expect.poll(() => firefox.evaluate(panel, `${choice} !== null`)).toBe(true)
  await firefox.evaluate(panel, `${choice}.click()`)
  const stored = async () => (await ok(origin, 'getBooking', { token, params: { id } })).bookingData
  await expect.poll(async () => JSON.stringify(await stored())).toContain(SECRET)
  await expect.poll(async () => (await stored()).labelIds).toEqual([label.id])
  expect(await text(panel)).toContain('VIP')

  const [connection] = await ok(origin, 'listTokens', { token })
  await ok(origin, 'revokeToken', { token, params: { id: connection!.id } })
  await firefox.evaluate(panel, 'location.reload()')
  await expect.poll(() => text(panel)).toContain('No longer connected')
})

async function found(find: () => Promise<string | undefined>): Promise<string> {
  await expect.poll(find).toBeTruthy()
  return (await find())!
}

const tab = async (firefox: Firefox, part: string) =>
  (await firefox.tabs()).find(({ url }) => url.includes(part))?.context

const panelIn = (calendar: BrowsingContext | undefined) =>
  calendar?.children?.find(({ url }) => url.includes('/panel.html'))?.context

/** As people do: the browser asks for permissions only then. */
async function click(firefox: Firefox, context: string, selector: string): Promise<void> {
  const { x, y } = JSON.parse(
    String(
      await firefox.evaluate(
        context,
        `(({ x, y, width, height }) => JSON.stringify({ x: Math.round(x + width / 2), y: Math.round(y + height / 2) }))(
          document.querySelector('${selector}').getBoundingClientRect())`,
      ),
    ),
  ) as { x: number; y: number }
  await firefox.send('browsingContext.activate', { context })
  const press = ['pointerDown', 'pointerUp'].map((kind) => ({ type: kind, button: 0 }))
  const actions = [{ type: 'pointer', id: 'mouse', actions: [{ type: 'pointerMove', x, y }, ...press] }]
  await firefox.send('input.performActions', { context, actions })
}

async function type(firefox: Firefox, context: string, text: string): Promise<void> {
  const keys = Array.from(text).flatMap((value) =>
    ['keyDown', 'keyUp'].map((kind) => ({ type: kind, value })),
  )
  const actions = [{ type: 'key', id: 'keyboard', actions: keys }]
  await firefox.send('input.performActions', { context, actions })
}
