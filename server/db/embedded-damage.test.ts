import fs from 'node:fs'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { freshDatabase } from '../../testing/databases.ts'
import { openEmbedded } from './embedded.ts'

async function freshFolder(): Promise<string> {
  const { where, dispose } = await freshDatabase('embedded')
  onTestFinished(dispose)
  return (where as { dir: string }).dir
}

/** Opening fails and changes nothing: a backup can still be compared, and nothing is created in its place. */
async function expectRefusal(dir: string, file: string, problem: string) {
  const before = fs.readdirSync(dir, { recursive: true })
  await expect(openEmbedded(dir)).rejects.toThrow(
    `The database is damaged: ${path.join(dir, file)} ${problem}. Restore a backup, or set DATA_DIR to a different folder.`,
  )
  expect(fs.readdirSync(dir, { recursive: true })).toEqual(before)
}

test('a missing PG_VERSION is named, and no new database takes the place of the old one', async () => {
  const dir = await freshFolder()
  fs.rmSync(path.join(dir, 'PG_VERSION'))
  await expectRefusal(dir, 'PG_VERSION', 'is missing')
})

test('an empty pg_control is named', async () => {
  const dir = await freshFolder()
  fs.truncateSync(path.join(dir, 'global/pg_control'))
  await expectRefusal(dir, 'global/pg_control', 'is empty')
})

test('a missing log file is named', async () => {
  const dir = await freshFolder()
  const logs = fs.readdirSync(path.join(dir, 'pg_wal')).filter((name) => /^[0-9A-F]{24}$/.test(name))
  for (const name of logs) fs.rmSync(path.join(dir, 'pg_wal', name))
  await expectRefusal(dir, path.join('pg_wal', logs.toSorted()[0]!), 'is missing')
})
