// `npm run pictures` renders the landing page's pictures of the product (web/site/landing/pictures) from the running
// product, with made-up people on a fixed day. Commit the results.
import fs from 'node:fs'
import path from 'node:path'
import { chromium } from '@playwright/test'
import { chromiumOptions } from '../dist/testing/browsers/chromium.js'
import { setup } from '../dist/testing/databases/databases.js'
import { startTestApp } from '../dist/testing/server/test-app.js'
import { NOW, seedHost } from './product-data.mjs'
import { rememberSession } from './remember-session.mjs'

const out = path.join(import.meta.dirname, '../web/site/landing/pictures')
const QUALITY = 0.82
/** What is below a picture, in CSS pixels. Sticky bars there would cover its end. */
const CROPPED_HEIGHT = 200
const style = `
  .sandbox-banner { display: none }
  * { scrollbar-width: none; outline: none !important }
`

const stopDatabases = await setup({ hasEmbeddedTemplate: false })
const app = await startTestApp()
const browser = await chromium.launch(await chromiumOptions())
try {
  const { session, bookingUrlId } = await seedHost(app)
  const booking = `/book/${bookingUrlId}`
  // Each has about twice as many pixels as are shown.
  const pictures = [
    { name: 'booking', address: booking, width: 1080, height: 890, scale: 1.6, act: fillIn },
    {
      name: 'phone',
      address: booking,
      width: 390,
      height: 800,
      scale: 1.5,
      timezoneId: 'Europe/Lisbon',
      act: chooseLater,
    },
    { name: 'calendar', address: '/calendar', width: 1040, height: 920, scale: 1.4, session },
    {
      name: 'editor',
      address: '/events/create',
      width: 1080,
      height: 1110,
      scale: 1.3,
      session,
      act: typeEvent,
    },
  ]
  for (const colorScheme of ['light', 'dark']) {
    for (const picture of pictures) await take(picture, colorScheme)
  }
} finally {
  await browser.close()
  await app.close()
  await stopDatabases()
}

async function take(
  { name, address, width, height, scale, timezoneId = 'America/New_York', session, act },
  colorScheme,
) {
  const context = await browser.newContext({
    baseURL: app.origin,
    bypassCSP: true,
    colorScheme,
    deviceScaleFactor: scale,
    locale: 'en-US',
    reducedMotion: 'reduce',
    timezoneId,
    viewport: { width, height: height + CROPPED_HEIGHT },
  })
  await context.addCookies([{ name: 'sidebar_state', value: 'false', url: app.origin }])
  const page = await context.newPage()
  await page.clock.setFixedTime(NOW)
  if (session) await page.addInitScript(rememberSession, session)
  await page.goto(address, { waitUntil: 'networkidle' })
  await page.addStyleTag({ content: style })
  await act?.(page)
  await page.waitForLoadState('networkidle')
  const png = await page.screenshot({ clip: { x: 0, y: 0, width, height } })
  const file = path.join(out, `${name}-${colorScheme}.webp`)
  fs.writeFileSync(file, await page.evaluate(toWebp, [png.toString('base64'), QUALITY]), 'base64')
  console.log(`${path.basename(file)}: ${Math.round(fs.statSync(file).size / 1000)} kB`)
  await context.close()
}

/** Playwright takes no WebP, but browsers encode it. */
async function toWebp([png, quality]) {
  const image = new Image()
  image.src = `data:image/png;base64,${png}`
  await image.decode()
  const canvas = document.createElement('canvas')
  canvas.width = image.naturalWidth
  canvas.height = image.naturalHeight
  canvas.getContext('2d', { alpha: false }).drawImage(image, 0, 0)
  return canvas.toDataURL('image/webp', quality).split(',')[1]
}

async function chooseTime(page, time) {
  await page.getByRole('button', { name: 'Thursday, June 10' }).click()
  await page.getByRole('button', { name: time }).click()
  await page.mouse.move(0, 0)
}

async function fillIn(page) {
  await chooseTime(page, '2:00 PM')
  await page.getByLabel('Full Name').fill('Jonas Weber')
  await page.getByLabel('Email Address').fill('jonas.weber@example.com')
  await page.getByLabel('Email Address').blur()
  await page.evaluate(() => scrollTo(0, 0))
}

async function chooseLater(page) {
  await page.setViewportSize({ width: 390, height: 800 })
  await chooseTime(page, '7:00 PM')
  await page.evaluate(() => {
    document.activeElement.blur()
    scrollTo(0, scrollY + document.querySelector('.zone').getBoundingClientRect().top - 16)
  })
}

async function typeEvent(page) {
  await page.getByLabel('Event title').fill('Design review')
  await page
    .getByLabel('Description')
    .fill('We go through your screens together, and you leave with a list of what to fix first.')
  await page.getByLabel('Duration').fill('60')
  await page.getByLabel('Duration').blur()
  await page.frameLocator('iframe').getByText('60 minutes').waitFor()
}
