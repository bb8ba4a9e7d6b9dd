import fs from 'node:fs'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { freshDatabase } from '../../testing/databases/databases.ts'
import { temporaryFolder } from '../../testing/temporary-folder.ts'
import { openEmbedded } from './embedded.ts'

const removeFolder = (dir: string) => fs.rmSync(dir, { recursive: true })

test.each([
  { name: 'a missing PG_VERSION', file: 'PG_VERSION', problem: 'is missing', damage: fs.rmSync },
  { name: 'an empty pg_control', file: 'global/pg_control', problem: 'is empty', damage: fs.truncateSync },
  { name: 'a missing log folder', file: 'pg_wal', problem: 'is missing', damage: removeFolder },
  { name: 'a missing log file', file: 'pg_wal/LOG', problem: 'is missing', damage: fs.rmSync },
])('$name is named, and nothing takes the place of the old files', async ({ file, problem, damage }) => {
  const { where, dispose } = await freshDatabase('embedded')
  onTestFinished(dispose)
  const { dir } = where as { dir: string }
  const logs = fs.readdirSync(path.join(dir, 'pg_wal')).filter((name) => /^[0-9A-F]{24}$/.test(name))
  const damaged = path.join(dir, file.replace('LOG', logs.toSorted()[0]!))
  damage(damaged)
  const left = fs.readdirSync(dir, { recursive: true })
  await expect(openEmbedded(dir)).rejects.toThrow(
    `The database is damaged: ${damaged} ${problem}. Restore a backup, or set DATA_DIR to a different folder.`,
  )
  expect(fs.readdirSync(dir, { recursive: true })).toEqual(left)
})

test('a file in place of the folder is named, and stays', async () => {
  const parent = temporaryFolder('test')
  onTestFinished(() => fs.rmSync(parent, { recursive: true, force: true }))
  const file = path.join(parent, 'database')
  fs.writeFileSync(file, 'a letter')
  await expect(openEmbedded(file)).rejects.toThrow(
    `${file} is a file. Move it somewhere else, or set DATA_DIR to a different folder.`,
  )
  expect(fs.readFileSync(file, 'utf8')).toBe('a letter')
})
