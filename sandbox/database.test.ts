import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { openDatabase } from './database.ts'

it('names a damaged file and what to do', () => {
  const dir = fs.mkdtempSync(path.join(os.tmpdir(), 'boomtime-test-'))
  onTestFinished(() => fs.rmSync(dir, { recursive: true, force: true }))
  const file = path.join(dir, 'sandbox-mail.db')
  fs.writeFileSync(file, 'not a database '.repeat(1000))
  expect(() => openDatabase(file, '')).toThrow(
    `${file} is damaged (file is not a database). Delete it to start with an empty sandbox.`,
  )
})

it('names a file that can’t be opened', () => {
  const dir = fs.mkdtempSync(path.join(os.tmpdir(), 'boomtime-test-'))
  onTestFinished(() => fs.rmSync(dir, { recursive: true, force: true }))
  // As for a file of another user, which root could open.
  const file = path.join(dir, 'sandbox-mail.db')
  fs.mkdirSync(file)
  expect(() => openDatabase(file, '')).toThrow(
    `Opening ${file} failed (unable to open database file). Change its permissions, or set DATA_DIR to a different folder.`,
  )
})

it('names a file that may only be read', () => {
  const dir = fs.mkdtempSync(path.join(os.tmpdir(), 'boomtime-test-'))
  onTestFinished(() => fs.rmSync(dir, { recursive: true, force: true }))
  fs.chmodSync(dir, 0o777)
  const file = path.join(dir, 'sandbox-mail.db')
  const schema = 'create table if not exists mails (id integer primary key)'
  openDatabase(file, schema).close()
  fs.chmodSync(file, 0o444)
  expect(() => asNobody(() => openDatabase(file, schema))).toThrow(
    `Opening ${file} failed (attempt to write a readonly database). Change its permissions, or set DATA_DIR to a different folder.`,
  )
})

/** Root may write to any file. */
function asNobody<T>(act: () => T): T {
  const user = process.geteuid!()
  if (user !== 0) return act()
  process.seteuid!('nobody')
  try {
    return act()
  } finally {
    process.seteuid!(user)
  }
}
