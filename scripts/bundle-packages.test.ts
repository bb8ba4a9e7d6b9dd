import { createRequire } from 'node:module'
import path from 'node:path'
import { expect, test } from 'vitest'

test.each(['drizzle-orm', 'drizzle-orm/pg-core', 'zod'])('the build uses one file of %s', (name) => {
  const dist = path.join(import.meta.dirname, '../dist')
  const { resolve } = createRequire(path.join(dist, 'server/main.js'))
  expect(path.relative(dist, resolve(name))).toMatch(/^node_modules/)
})
