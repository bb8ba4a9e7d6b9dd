// `node scripts/extension-icons.mjs` (after a build) draws the extension's icons from the product's mark. Commit the
// result.
import fs from 'node:fs'
import path from 'node:path'
import { chromium } from '@playwright/test'
import { chromiumOptions } from '../dist/testing/browsers/chromium.js'

const root = path.join(import.meta.dirname, '..')
const mark = fs.readFileSync(path.join(root, 'web/public/favicon.svg'), 'utf8')
const browser = await chromium.launch(await chromiumOptions())
try {
  const page = await browser.newPage({ colorScheme: 'light' })
  for (const size of [16, 32, 48, 128]) {
    await page.setViewportSize({ width: size, height: size })
    // The stores want some space around the largest one.
    const space = size === 128 ? 12 : 0
    await page.setContent(
      `<style>body { margin: 0; padding: ${space}px } svg { display: block; width: ${size - 2 * space}px }</style>${mark}`,
    )
    const file = path.join(root, `extension/icons/${size}.png`)
    await page.screenshot({ path: file, omitBackground: true })
  }
} finally {
  await browser.close()
}
