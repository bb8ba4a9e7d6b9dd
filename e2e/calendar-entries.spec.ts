import fs from 'node:fs'
import path from 'node:path'
import type { Page } from '@playwright/test'
import { calendarPage, folder } from './support/with-extension.ts'
import { expect, test } from './support/support.ts'

// Runs the extension's content script without the extension itself, so it needs no special browser.

const LINK = 'https://meet.example.com/booking-confirmation/8qdf6xQG3ZJUGv9vO1ZcEk_C'
const WEEK = 'https://calendar.google.com/calendar/u/0/r/week'
const EVENT_PAGE = 'https://calendar.google.com/calendar/u/0/r/eventedit/e1'
const PANEL = 'https://panel.example.com'

interface Sent {
  kind: 'findBooking' | 'reportCalendar'
  links?: string[]
  isRecognized?: boolean
}

const panelHtml = `<!doctype html><title>Panel</title><button>In the panel</button><script>
  const tell = (note) => parent.postMessage(note, '*')
  tell({ kind: 'height', height: 120 })
  addEventListener('keydown', ({ key }) => key === 'Escape' && tell({ kind: 'leave' }))
  document.querySelector('button').onclick = () => tell({ kind: 'nothing' })
</script>`

/** Opens a calendar with `html`, where the extension finds the booking of any link. */
async function openCalendar(page: Page, html: string, url = WEEK) {
  const sent: Sent[] = []
  await page.exposeFunction('sendToExtension', (message: Sent) => {
    sent.push(message)
    return { ok: true, answer: message.kind === 'findBooking' ? 'booking' : null }
  })
  await page.addInitScript((panel) => {
    const send = (message: unknown) =>
      (globalThis as unknown as { sendToExtension: (sent: unknown) => unknown }).sendToExtension(message)
    const chrome = {
      runtime: { id: 'test', getURL: (file: string) => `${panel}/${file}`, sendMessage: send },
    }
    Object.assign(globalThis, { chrome })
  }, PANEL)
  await page.route('https://calendar.google.com/**', (route) =>
    route.fulfill({ contentType: 'text/html; charset=utf-8', body: html }),
  )
  await page.route(`${PANEL}/**`, (route) => route.fulfill({ contentType: 'text/html', body: panelHtml }))
  await page.goto(url)
  await page.evaluate(fs.readFileSync(path.join(folder, 'calendar.js'), 'utf8'))
  return sent
}

const panelOf = (page: Page) => page.frames().find((frame) => frame.url().startsWith(PANEL))

test.describe('an entry that is a booking', () => {
  for (const [fixture, url, theme] of [
    ['bubble-wrapped-link', WEEK, 'light'],
    ['bubble-shortened-link', WEEK, 'dark'],
    ['bubble-plain-text', WEEK, 'light'],
    ['event-page', EVENT_PAGE, 'light'],
  ] as const) {
    test(`gets a panel: ${fixture}`, async ({ visitor }) => {
      const page = await visitor.open()
      const sent = await openCalendar(page, calendarPage(fixture, LINK), url)
      await expect.poll(() => panelOf(page)?.url()).toBe(`${PANEL}/panel.html#${theme}/booking`)
      const asked = sent.filter(({ kind }) => kind === 'findBooking')
      expect(asked).toHaveLength(1)
      expect(decodeURIComponent(asked[0]!.links![0]!)).toContain(LINK)
      expect(sent).toContainEqual({ kind: 'reportCalendar', isRecognized: true })
    })
  }

  test('is named by the last link, whatever an answer before it links to', async ({ visitor }) => {
    const page = await visitor.open()
    const answered = `${LINK}2`
    const html = calendarPage('bubble-shortened-link', LINK)
      .replace('Booked by Bob', `Website: <a href="${answered}">${answered}</a>`)
      .replace('booking-confirmation/…', LINK.replace('8qdf6xQG3ZJUGv9vO1ZcEk_C', '8qdf6…'))
    const sent = await openCalendar(page, html)
    await expect.poll(() => sent.at(-1)?.links).toEqual([answered, LINK])
  })

  test('has the panel between its own controls, and Escape leads back', async ({ visitor }) => {
    const page = await visitor.open()
    await openCalendar(page, calendarPage('bubble-wrapped-link', LINK))
    await expect.poll(() => panelOf(page)?.url()).toBeTruthy()
    const inPanel = panelOf(page)!.getByRole('button', { name: 'In the panel' })
    await page.locator('#xDetDlgDesc a').focus()
    await page.keyboard.press('Tab')
    await expect(inPanel).toBeFocused()
    await page.keyboard.press('Tab')
    await expect(page.locator('#after')).toBeFocused()
    await inPanel.focus()
    await page.keyboard.press('Escape')
    await expect(page.locator('#xDetDlgCloseBu')).toBeFocused()
  })

  test('loses the panel with the entry, and gets another one for another booking', async ({ visitor }) => {
    const page = await visitor.open()
    const sent = await openCalendar(page, calendarPage('bubble-wrapped-link', LINK))
    await expect.poll(() => panelOf(page)).toBeTruthy()
    const other = `${LINK}2`
    await page.locator('#xDetDlgDesc a').evaluate((link, href) => {
      link.setAttribute('href', href)
      link.textContent = href
    }, other)
    await expect.poll(() => sent.at(-1)?.links).toContain(other)
    await expect.poll(() => page.frames().length).toBe(2)
    await page.locator('#xDetDlg').evaluate((dialog) => dialog.remove())
    await expect.poll(() => page.frames().length).toBe(1)
  })

  test('gets its panel again if Google removes it', async ({ visitor }) => {
    const page = await visitor.open()
    await openCalendar(page, calendarPage('bubble-wrapped-link', LINK))
    await expect.poll(() => panelOf(page)).toBeTruthy()
    const first = panelOf(page)!
    await page.locator('#xDetDlgDesc + div').evaluate((panel) => panel.remove())
    await expect.poll(() => panelOf(page) ?? first).not.toBe(first)
  })

  test('shows no panel if there is nothing to show, and ignores messages from elsewhere', async ({
    visitor,
  }) => {
    const page = await visitor.open()
    const sent = await openCalendar(page, calendarPage('bubble-wrapped-link', LINK))
    await expect.poll(() => panelOf(page)).toBeTruthy()
    await page.evaluate(() => window.postMessage({ kind: 'nothing' }, '*'))
    const inPanel = panelOf(page)!.getByRole('button', { name: 'In the panel' })
    await inPanel.click()
    await expect.poll(() => page.frames().length).toBe(1)
    // Not even after another change, which the script looks at in the next frame.
    await page.locator('#xDetDlgDesc').evaluate(async (description) => {
      description.append(document.createElement('i'))
      await new Promise(requestAnimationFrame)
      await new Promise(requestAnimationFrame)
    })
    expect(sent.filter(({ kind }) => kind === 'findBooking')).toHaveLength(1)
  })
})

test('another entry is left alone', async ({ visitor }) => {
  const page = await visitor.open()
  const sent = await openCalendar(page, calendarPage('bubble-other-entry', LINK))
  // The script looks again after each change.
  await page.locator('#xDetDlg').evaluate((dialog, link) => {
    const description = dialog.querySelector('#xDetDlgDesc')!
    description.append(` ${link}`)
    description.append(document.createElement('i'))
  }, LINK)
  await expect.poll(() => sent.length).toBe(2)
  expect(sent.map(({ kind }) => kind)).toEqual(['reportCalendar', 'findBooking'])
})

test('a link where none is expected means that Google has changed the page', async ({ visitor }) => {
  const page = await visitor.open()
  const sent = await openCalendar(page, calendarPage('bubble-changed', LINK))
  await expect.poll(() => sent).toEqual([{ kind: 'reportCalendar', isRecognized: false }])
})

test('so does a page without anything of a calendar, until it has loaded after all', async ({ visitor }) => {
  const page = await visitor.open()
  await page.clock.install()
  const sent = await openCalendar(page, '<!doctype html><title>Calendar</title><p>Something else</p>')
  await page.clock.runFor(15_000)
  const changed = { kind: 'reportCalendar', isRecognized: false }
  await expect.poll(() => sent).toEqual([changed])
  await page.locator('p').evaluate((something) => {
    something.setAttribute('role', 'main')
    something.append(document.createElement('i'))
  })
  await page.clock.runFor(1000)
  await expect.poll(() => sent).toEqual([changed, { ...changed, isRecognized: true }])
})
