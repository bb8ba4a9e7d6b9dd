import fs from 'node:fs'
import { expect, onTestFinished, test, vi } from 'vitest'
import { driverMessage } from './driver-message.ts'
import { assertDiskSpace } from './embedded-checks.ts'

test('a full disk, which Drizzle wraps, can be part of a sentence', async () => {
  const disk = Object.assign(fs.statfsSync('.'), { bsize: 4096, bavail: 0 })
  const spy = vi.spyOn(fs, 'statfsSync').mockReturnValue(disk)
  onTestFinished(() => spy.mockRestore())
  const full: unknown = await Promise.resolve()
    .then(() => assertDiskSpace('data'))
    .catch((error: unknown) => error)
  expect(driverMessage(new Error('Failed query: select 1', { cause: full }))).toBe(
    'The disk is almost full: data needs 64 MB of free space and has 0 MB',
  )
})
