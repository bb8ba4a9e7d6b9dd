import fs from 'node:fs'
import { expect, test } from 'vitest'
import { longFiles } from './long-files-first.ts'

test('every file that starts first is there', () => {
  expect(longFiles.filter((file) => !fs.existsSync(file))).toEqual([])
})
