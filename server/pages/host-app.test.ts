import fs from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

const assets = path.join(import.meta.dirname, '../../dist/web/host/assets')
const KB = 1000
const MAX_SCREEN_BYTES = 60 * KB
/** What every screen needs: the libraries, and what several screens share. */
const COMMON = /^(index|shared)-/
const MAX_COMMON_BYTES = 242 * KB

test('each screen of the app adds little to what all of them share', () => {
  const scripts = fs.readdirSync(assets).filter((file) => file.endsWith('.js.gz'))
  const sizeOf = (file: string) => fs.statSync(path.join(assets, file)).size
  const screens = scripts.filter((file) => !COMMON.test(file))
  expect(screens.length).toBeGreaterThan(10)
  expect(screens.filter((file) => sizeOf(file) > MAX_SCREEN_BYTES)).toEqual([])
  const common = scripts.filter((file) => COMMON.test(file)).reduce((sum, file) => sum + sizeOf(file), 0)
  expect(common).toBeGreaterThan(0)
  expect(common).toBeLessThan(MAX_COMMON_BYTES)
})
