import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { call, ok, signIn, startTestApp } from '../../testing/server/test-app.ts'
import { openEmbedded } from './embedded.ts'

/** Leaves a page less than the reserve. */
function fillDisk(): fs.StatsFs {
  const disk = Object.assign(fs.statfsSync('.'), { bsize: 4096, bavail: 16_383 })
  vi.spyOn(fs, 'statfsSync').mockReturnValue(disk)
  return disk
}

test('a full disk at the start is reported in one sentence, and no database is begun', async () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'boomtime-full-'))
  onTestFinished(() => fs.rmSync(folder, { recursive: true }))
  fillDisk()
  await expect(openEmbedded(path.join(folder, 'database'))).rejects.toThrow(
    `The disk is almost full: ${folder} needs 64 MB of free space and has 63 MB.`,
  )
  expect(fs.readdirSync(folder)).toEqual(['database.lock'])
})

test('a full disk answers 503 and loses nothing, until there is space again', async () => {
  const app = await startTestApp({ database: 'embedded' })
  try {
    const { sessionToken: token } = await signIn(app.origin, 'ada@example.com')
    const event = await ok(app.origin, 'createEvent', { token, body: { title: 'Talk' } })
    const book = (hour: number) =>
      call(app.origin, 'createBooking', {
        query: { bookingUrlId: event.bookingUrlId },
        body: { fullName: 'Bob', email: 'bob@example.com', startUTC: `2027-01-05T${hour}:00:00.000Z` },
      })
    expect(await book(15)).toMatchObject({ status: 201 })

    const disk = fillDisk()
    const answers = await Promise.all([book(16), call(app.origin, 'getUser', { token })])
    for (const answer of answers) {
      expect(answer).toMatchObject({ status: 503, code: 'database_unreachable' })
      expect(answer.headers.get('retry-after')).toBe('10')
    }
    const ready = await fetch(`${app.origin}/readyz`)
    expect([ready.status, await ready.json()]).toMatchObject([503, { status: 'disk full' }])
    expect((await fetch(`${app.origin}/healthz`)).status).toBe(200)

    // Exactly the reserve.
    disk.bavail = 16_384
    expect((await fetch(`${app.origin}/readyz`)).status).toBe(200)
    expect(await book(15)).toMatchObject({ status: 409 })
    expect(await book(16)).toMatchObject({ status: 201 })
  } finally {
    await app.close()
  }
})
