import fs from 'node:fs'
import path from 'node:path'
import { randomBytes } from 'node:crypto'
import { ConfigError, type Config } from './config.ts'

/** Creates the data folder if anything is stored in it. */
export function makeDataFolder({ dataDir, database, google, payments, mail, encryptionKey }: Config): void {
  const isUsed = 'dir' in database || google.sandbox || payments?.sandbox || !mail.smtpUrl || !encryptionKey
  if (isUsed) makeFolder(dataDir)
}

/** Creates one level at a time, because Node's recursive mkdir never ends in folders such as /proc. */
function makeFolder(dir: string): void {
  const isThere = () => fs.statSync(dir, { throwIfNoEntry: false })?.isDirectory() === true
  if (isThere()) return
  makeFolder(path.dirname(dir))
  try {
    fs.mkdirSync(dir)
  } catch (error) {
    if (!isThere()) throw error
  }
}

/** The key from the environment, or the one in the data folder, created on first use. */
export function findEncryptionKey({ dataDir, encryptionKey }: Config): Buffer {
  if (encryptionKey) return encryptionKey
  const file = path.join(dataDir, 'encryption.key')
  if (!fs.existsSync(file)) {
    // Written to a temporary file and renamed, so that a killed process never leaves half a key.
    fs.writeFileSync(`${file}.new`, randomBytes(32).toString('base64'), { mode: 0o600, flush: true })
    fs.renameSync(`${file}.new`, file)
  }
  const key = Buffer.from(fs.readFileSync(file, 'utf8'), 'base64')
  if (key.length === 32) return key
  throw new ConfigError(
    `${file} is damaged: it must contain 32 bytes in base64. Restore it from a backup, or delete it; ` +
      'hosts then have to reconnect their Google calendars.',
  )
}
