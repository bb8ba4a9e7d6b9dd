import fs from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

const read = (file: string) => fs.readFileSync(path.join(import.meta.dirname, file), 'utf8')
const colors = (css: string, pattern: RegExp) =>
  [...css.matchAll(pattern)].map(([, name, color]) => [name, color])

test('browsers without light-dark() get the light color of every token', () => {
  const tokens = colors(read('theme.css'), /(--[\w-]+): light-dark\((oklch\([^)]*\)),/g)
  expect(tokens.length).toBeGreaterThan(20)
  expect(colors(read('light-only.css'), /(--[\w-]+): (oklch\([^)]*\));/g)).toEqual(tokens)
})
