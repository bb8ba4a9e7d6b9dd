import fs from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

test('a screen needs few requests, because screens share few files', () => {
  const files = fs.readdirSync(path.join(import.meta.dirname, '../../dist/web/host/assets'))
  const scripts = files.filter((file) => file.endsWith('.js'))
  expect(scripts.length).toBeLessThan(34)
  const html = fs.readFileSync(path.join(import.meta.dirname, '../../dist/web/host/index.html'), 'utf8')
  expect(html.match(/src="\/assets\/[^"]+\.js"/g)).toHaveLength(1)
  expect(html).not.toContain('modulepreload')
})

test.each(['host/assets', 'public/public-assets'])(
  'ad blockers refuse no file of %s for its name',
  (folder) => {
    const files = fs.readdirSync(path.join(import.meta.dirname, '../../dist/web', folder))
    const refused =
      /^(ads?|analytics|banners?|beacon|counter|log|metrics|pixel|stats?|telemetry|tracking)[-_.]/
    expect(files.filter((file) => refused.test(file))).toEqual([])
  },
)
