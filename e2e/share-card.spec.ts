import fs from 'node:fs/promises'
import type { Page, Route } from '@playwright/test'
import { ok, signIn } from '../testing/server/api.ts'
import { loseAnswer } from './support/lose-answer.ts'
import { expect, expectAccessible, expectFits, test } from './support/support.ts'

const dialog = (page: Page) => page.getByRole('dialog', { name: 'Share “Intro call”' })
const button = (page: Page, name: string) => dialog(page).getByRole('button', { name, exact: true })
const clipboard = (page: Page) => page.evaluate(() => navigator.clipboard.readText())

async function openCard(page: Page) {
  await page.goto('/events')
  await page.getByRole('button', { name: 'More for Intro call' }).press('Enter')
  await page.getByRole('menuitem', { name: 'Link and QR Code' }).press('Enter')
  await expect(dialog(page)).toBeVisible()
}

test('a dialog whose file isn’t there anymore after an update says to reload the page', async ({
  visitor,
  server,
}) => {
  visitor.expected.push('404')
  const { page, token } = await visitor.openAsHost()
  await ok(server.origin, 'createEvent', { token, body: { title: 'Intro call' } })
  await page.route(/\/share-card-/, (route) => route.fulfill({ status: 404 }))
  await openCard(page)
  const advice = 'Check your connection and try again, or reload the page.'
  await expect(dialog(page).getByText(advice)).toBeVisible()
})

test('a host saves a link as a QR code, sends it with times, and makes it readable', async ({
  visitor,
  server,
}) => {
  const { page, token } = await visitor.openAsHost({ permissions: ['clipboard-read', 'clipboard-write'] })
  const event = await ok(server.origin, 'createEvent', { token, body: { title: 'Intro call' } })
  const other = (await signIn(server.origin, `taker.${Date.now()}@example.com`)).sessionToken
  const taken = `taken-${Date.now()}`
  const theirs = await ok(server.origin, 'createEvent', { token: other, body: { title: 'Other' } })
  await ok(server.origin, 'updateEventAddress', {
    token: other,
    params: { id: theirs.id },
    body: { handle: taken },
  })
  const handle = `maya-${Date.now()}`

  await openCard(page)
  const link = dialog(page).getByRole('textbox', { name: 'Booking link' })
  await expect(link).toHaveValue(`${server.origin}/book/${event.bookingUrlId}`)
  await button(page, 'Copy').press('Enter')
  await expect(button(page, 'Copied')).toBeVisible()
  expect(await clipboard(page)).toBe(`${server.origin}/book/${event.bookingUrlId}`)
  await expect(dialog(page).getByLabel('List on your page')).toBeHidden()

  await button(page, 'QR Code').press('Enter')
  await expect(dialog(page).getByRole('img', { name: 'QR code of the booking link' })).toBeVisible()
  await expectAccessible(page)
  const save = async (name: string) => {
    const saves = page.waitForEvent('download')
    await button(page, name).press('Enter')
    const file = await saves
    return { name: file.suggestedFilename(), content: await fs.readFile(await file.path()) }
  }
  const svg = await save('Save as SVG')
  expect(svg.name).toBe('intro-call.svg')
  expect(svg.content.toString()).toMatch(/^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg" .*<\/svg>$/)
  const png = await save('Save as PNG')
  expect(png.name).toBe('intro-call.png')
  // Chromium itself can read the picture back, pixel by pixel.
  const isSame = await page.evaluate(
    async ([pngBase64, svgText]) => {
      const draw = async (url: string) => {
        const image = new Image()
        image.src = url
        await image.decode()
        const context = new OffscreenCanvas(200, 200).getContext('2d')!
        context.imageSmoothingEnabled = false
        context.drawImage(image, 0, 0, 200, 200)
        return [...context.getImageData(0, 0, 200, 200).data].filter((_, at) => at % 4 === 0)
      }
      const [a, b] = [
        await draw(`data:image/png;base64,${pngBase64}`),
        await draw(`data:image/svg+xml,${encodeURIComponent(svgText!)}`),
      ]
      return a.filter((value, at) => Math.abs(value - b[at]!) > 128).length / a.length
    },
    [png.content.toString('base64'), svg.content.toString()],
  )
  expect(isSame).toBeLessThan(0.05)

  const copyTimes = button(page, 'Copy three times as text')
  await copyTimes.press('Enter')
  // It says "Copied", as the button for the link may still do.
  await expect(copyTimes).toHaveCount(0)
  await expect.poll(() => clipboard(page)).toContain('?slot=')
  const text = await clipboard(page)
  expect(text.match(/https?:\S+\/book\/\S+\?slot=/g)).toHaveLength(3)
  await expect(dialog(page).getByRole('link', { name: 'Email' })).toHaveAttribute(
    'href',
    `mailto:?subject=Intro%20call&body=${encodeURIComponent(`Pick a time that works for you:\n${server.origin}/book/${event.bookingUrlId}`)}`,
  )

  // As without HTTPS.
  await page.evaluate(() => Reflect.deleteProperty(window, 'ClipboardItem'))
  await copyTimes.press('Enter')
  await expect(page.getByText('Please copy the times manually: ')).toBeVisible()

  await button(page, 'Make it readable').press('Enter')
  const name = dialog(page).getByLabel('Your name')
  await expect(name).toBeFocused()
  await expect(dialog(page).getByLabel('Event', { exact: true })).toHaveValue('intro-call')
  await name.fill('my name')
  await button(page, 'Save link').press('Enter')
  await expect(name).toHaveAccessibleDescription(/^Use lowercase letters/)
  await expect(name).toBeFocused()
  await name.fill('events')
  await button(page, 'Save link').press('Enter')
  await expect(dialog(page).getByText('This name is reserved.')).toBeVisible()
  visitor.expected.push('400')
  await name.fill(taken)
  await button(page, 'Save link').press('Enter')
  await expect(dialog(page).getByText('Somebody else uses this name.')).toBeVisible()
  await expect(name).toBeFocused()
  await expectAccessible(page)
  await expectFits(page, 360)
  await page.setViewportSize({ width: 1280, height: 800 })
  await name.fill(handle)
  await button(page, 'Save link').press('Enter')
  const readable = `${server.origin}/${handle}/intro-call`
  await expect(link).toHaveValue(readable)
  await dialog(page).getByRole('switch', { name: 'List on your page' }).press('Space')
  await expect(dialog(page).getByRole('switch', { name: 'List on your page' })).toBeChecked()
  await expectFits(page, 360)
  await button(page, 'Close').press('Enter')
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.getByRole('button', { name: 'Share Link' }).press('Enter')
  await expect.poll(() => clipboard(page)).toBe(readable)

  const invitee = await visitor.open({ timezoneId: 'Europe/Berlin' })
  await expect.poll(async () => (await invitee.request.get(`${server.origin}/${handle}`)).status()).toBe(200)
  await invitee.goto(`/${handle}`)
  await expectAccessible(invitee)
  await expectFits(invitee, 360)
  await invitee.getByRole('link', { name: /^Intro call/ }).click()
  await expect(invitee).toHaveURL(readable)
  await expect(invitee.locator('.slot').first()).toBeVisible()
})

test('a link’s name that was changed elsewhere stays when another is changed', async ({
  visitor,
  server,
}) => {
  const { page, token } = await visitor.openAsHost()
  const event = await ok(server.origin, 'createEvent', { token, body: { title: 'Intro call' } })
  const change = (body: { handle?: string; slug?: string }) =>
    ok(server.origin, 'updateEventAddress', { token, params: { id: event.id }, body })
  const [old, other, last] = ['old', 'new', 'last'].map((name) => `ada-${name}-${Date.now()}`) as [
    string,
    string,
    string,
  ]
  await change({ handle: old, slug: 'call' })
  await openCard(page)
  const link = dialog(page).getByRole('textbox', { name: 'Booking link' })
  const name = dialog(page).getByLabel('Your name')
  const slug = dialog(page).getByLabel('Event', { exact: true })
  await button(page, 'Change link').press('Enter')
  await expect(name).toHaveValue(old)
  await change({ handle: other })
  await slug.fill('intro')
  await button(page, 'Save link').press('Enter')
  await expect(link).toHaveValue(`${server.origin}/${other}/intro`)
  await button(page, 'Change link').press('Enter')
  await expect(name).toHaveValue(other)

  await change({ slug: 'first-call' })
  await name.fill(last)
  await button(page, 'Save link').press('Enter')
  await expect(link).toHaveValue(`${server.origin}/${last}/first-call`)

  // After a lost answer, a name that is changed back is saved too.
  visitor.expected.push('ERR_')
  await loseAnswer(page, '**/address')
  await button(page, 'Change link').press('Enter')
  await expect(slug).toHaveValue('first-call')
  await slug.fill('lost')
  await button(page, 'Save link').press('Enter')
  await expect(
    dialog(page)
      .getByText(/reach|connection|try again/i)
      .first(),
  ).toBeVisible()
  await slug.fill('first-call')
  await button(page, 'Save link').press('Enter')
  await expect(slug).toHaveCount(0)
  await expect(link).toHaveValue(`${server.origin}/${last}/first-call`)
})

test('a link that is changed while its listing is being saved keeps both changes, or its own', async ({
  visitor,
  server,
}) => {
  visitor.expected.push('ERR_')
  const { page, token } = await visitor.openAsHost()
  const event = await ok(server.origin, 'createEvent', { token, body: { title: 'Intro call' } })
  const handle = `eve-${Date.now()}`
  const change = (body: object) =>
    ok(server.origin, 'updateEventAddress', { token, params: { id: event.id }, body })
  const isListed = dialog(page).getByRole('switch', { name: 'List on your page' })
  const link = dialog(page).getByRole('textbox', { name: 'Booking link' })
  for (const isSaved of [true, false]) {
    await change({ handle, slug: 'intro', isListed: false })
    const held: Route[] = []
    await page.route('**/address', (route) => void held.push(route), { times: 1 })
    await openCard(page)
    await isListed.press('Space')
    await expect(isListed).toBeChecked()
    await expect.poll(() => held.length).toBe(1)
    await button(page, 'Change link').press('Enter')
    await dialog(page).getByLabel('Event', { exact: true }).fill('first-call')
    await button(page, 'Save link').press('Enter')
    await expect(link).toHaveValue(`${server.origin}/${handle}/first-call`)
    await expect(isListed).toBeChecked()
    const end = isSaved ? 'requestfinished' : 'requestfailed'
    const answered = page.waitForEvent(end as 'requestfinished', (request) =>
      request.url().endsWith('/address'),
    )
    await (isSaved ? held[0]!.continue() : held[0]!.abort())
    await answered
    await expect(page.getByText('Failed to save event. Please try again.')).toHaveCount(isSaved ? 0 : 1)
    await expect(isListed).toBeChecked({ checked: isSaved })
    await expect(link).toHaveValue(`${server.origin}/${handle}/first-call`)
  }
})
