import { execFileSync } from 'node:child_process'
import path from 'node:path'
import { test } from '@playwright/test'
import { firefoxBrowser } from '../testing/browsers/firefox.ts'

test('build the extension', () => {
  const script = path.join(import.meta.dirname, '../scripts/build-extension.mjs')
  execFileSync(process.execPath, [script, 'test', ...(firefoxBrowser() === null ? [] : ['firefox'])], {
    stdio: 'inherit',
  })
})
