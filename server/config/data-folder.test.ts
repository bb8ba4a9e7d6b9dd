import fs from 'node:fs'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { parseConfig } from './config.ts'
import { findEncryptionKeys, makeDataFolder } from './data-folder.ts'
import { temporaryFolder } from '../../testing/temporary-folder.ts'

const stripe = [
  'STRIPE_SECRET_KEY',
  'STRIPE_WEBHOOK_SECRET',
  'STRIPE_PRICE_INDIVIDUAL_MONTH',
  'STRIPE_PRICE_INDIVIDUAL_YEAR',
]

/** A sandbox whose parts are all replaced by real services. */
const elsewhere = {
  DATABASE_URL: 'postgres://boomtime:secret@db.example.com/boomtime',
  GOOGLE_CLIENT_ID: 'id.apps.googleusercontent.com',
  GOOGLE_CLIENT_SECRET: 'client-secret',
  SMTP_URL: 'smtps://boomtime:secret@mail.example.com',
  ENCRYPTION_KEY: Buffer.alloc(32, 7).toString('base64'),
  ...Object.fromEntries(stripe.map((name) => [name, `given ${name}`])),
}

const folder = () => {
  const dir = temporaryFolder('test')
  onTestFinished(() => fs.rmSync(dir, { recursive: true, force: true }))
  return path.join(dir, 'not/there/yet')
}

test('the data folder contains a stable key that only the owner can read', () => {
  const config = parseConfig({ DATA_DIR: folder() })
  makeDataFolder(config)
  const [key] = findEncryptionKeys(config)
  expect(key).toHaveLength(32)
  expect(findEncryptionKeys(config)).toEqual([key])
  expect(fs.readdirSync(config.dataDir)).toEqual(['encryption.key'])
  if (process.platform !== 'win32') {
    expect(fs.statSync(path.join(config.dataDir, 'encryption.key')).mode & 0o777).toBe(0o600)
  }
  expect(
    findEncryptionKeys(parseConfig({ DATA_DIR: folder(), ENCRYPTION_KEY: elsewhere.ENCRYPTION_KEY })),
  ).toEqual([Buffer.alloc(32, 7)])
})

test('a damaged key is reported instead of used or replaced', () => {
  const config = parseConfig({ DATA_DIR: folder() })
  makeDataFolder(config)
  const file = path.join(config.dataDir, 'encryption.key')
  fs.writeFileSync(file, 'half a k')
  expect(() => findEncryptionKeys(config)).toThrow(`${file} is damaged`)
  expect(fs.readFileSync(file, 'utf8')).toBe('half a k')
})

test('a folder in place of the key is named', () => {
  const config = parseConfig({ DATA_DIR: folder() })
  const file = path.join(config.dataDir, 'encryption.key')
  fs.mkdirSync(file, { recursive: true })
  expect(() => findEncryptionKeys(config)).toThrow(
    `${file} is a folder. Restore it from a backup, or delete it; hosts then have to reconnect`,
  )
})

test('the data folder is created only if something is stored in it', () => {
  const config = parseConfig({ ...elsewhere, DATA_DIR: folder() })
  makeDataFolder(config)
  expect(findEncryptionKeys(config)).toEqual([Buffer.alloc(32, 7)])
  expect(fs.existsSync(config.dataDir)).toBe(false)
  for (const name of [
    'DATABASE_URL',
    'GOOGLE_CLIENT_ID',
    'SMTP_URL',
    'ENCRYPTION_KEY',
    'STRIPE_SECRET_KEY',
  ]) {
    const isGoogle = name === 'GOOGLE_CLIENT_ID' && { GOOGLE_CLIENT_SECRET: '' }
    const isStripe = name === 'STRIPE_SECRET_KEY' && Object.fromEntries(stripe.map((one) => [one, '']))
    const some = parseConfig({ ...elsewhere, [name]: '', ...isGoogle, ...isStripe, DATA_DIR: folder() })
    makeDataFolder(some)
    expect({ name, isMade: fs.existsSync(some.dataDir) }).toEqual({ name, isMade: true })
  }
})

test.skipIf(process.platform === 'win32')('only the owner can open the data folder', () => {
  const config = parseConfig({ DATA_DIR: folder() })
  const mode = () => fs.statSync(config.dataDir).mode & 0o777
  makeDataFolder(config)
  expect(mode()).toBe(0o700)
  // As earlier versions created it.
  findEncryptionKeys(config)
  fs.chmodSync(config.dataDir, 0o755)
  makeDataFolder(config)
  expect(mode()).toBe(0o700)
})

test.skipIf(process.platform === 'win32')('a folder that contains other files keeps its mode', () => {
  const config = parseConfig({ DATA_DIR: folder() })
  makeDataFolder(config)
  fs.writeFileSync(path.join(config.dataDir, 'letter.txt'), '')
  fs.chmodSync(config.dataDir, 0o755)
  makeDataFolder(config)
  expect(fs.statSync(config.dataDir).mode & 0o777).toBe(0o755)
})

test('a data folder that is a file, or below one, is named', () => {
  const file = path.join(folder(), 'a file')
  fs.mkdirSync(path.dirname(file), { recursive: true })
  fs.writeFileSync(file, '')
  for (const dataDir of [file, path.join(file, 'below')]) {
    const open = () => makeDataFolder(parseConfig({ DATA_DIR: dataDir }))
    expect(open).toThrow(`${file} is a file. Set DATA_DIR to a folder.`)
  }
})

test.runIf(process.platform === 'linux')(
  'a data folder that can’t be created is an error, not an endless attempt',
  () => {
    const open = () => makeDataFolder(parseConfig({ DATA_DIR: '/proc/boomtime' }))
    expect(open).toThrow(expect.objectContaining({ code: expect.stringMatching(/^E/) }))
  },
)
