// `node scripts/social-picture.mjs` (after a build) renders web/public/social.png, the link preview picture, from the
// landing page itself. Commit the result.
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { chromium } from '@playwright/test'
import { chromiumOptions } from '../dist/testing/browsers/chromium.js'
import { freePort } from '../dist/testing/databases/postgres.js'
import { startServer } from '../dist/testing/server/server-process.js'

const out = path.join(import.meta.dirname, '../web/public/social.png')
const data = fs.mkdtempSync(path.join(os.tmpdir(), 'boomtime-social-'))
const style = `
  .sandbox-banner, .bar-links, .menu-button, .hero .button, .small-print, .skip, .footer, main > :not(.hero) { display: none }
  html { font-size: 17px }
  .bar { position: absolute; inset: 3rem auto auto 3.5rem; border: 0; background: none; backdrop-filter: none }
  .bar-inner { padding: 0 }
  .brand { font-size: 1.75rem }
  .brand-mark { width: 2.75rem; height: 2.75rem }
  main { display: grid; align-items: center; height: 630px; overflow: hidden }
  .hero { width: 1200px; padding: 3rem 3.5rem 0; grid-template-columns: 30rem 1fr; gap: 3rem }
  .hero-text { padding-top: 4.5rem }
  .hero-picture { width: 37rem; margin-top: -2.5rem }
`

const server = await startServer(await freePort(), { DATA_DIR: data })
const browser = await chromium.launch(await chromiumOptions())
try {
  const page = await browser.newPage({
    bypassCSP: true,
    colorScheme: 'light',
    reducedMotion: 'reduce',
    viewport: { width: 1200, height: 630 },
  })
  await page.goto(server.origin, { waitUntil: 'networkidle' })
  await page.addStyleTag({ content: style })
  await page.screenshot({ path: out })
} finally {
  await browser.close()
  await server.kill('SIGTERM')
  fs.rmSync(data, { recursive: true, force: true })
}
