import { execFileSync } from 'node:child_process'
import path from 'node:path'
import { test } from '@playwright/test'
import { extensionBuilds } from '../testing/browsers/firefox.ts'

test('build the extension', () => {
  const script = path.join(import.meta.dirname, '../scripts/build-extension.mjs')
  execFileSync(process.execPath, [script, ...extensionBuilds()], { stdio: 'inherit' })
})
