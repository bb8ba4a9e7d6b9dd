import fs from 'node:fs'
import path from 'node:path'
import { randomBytes } from 'node:crypto'
import { ConfigError, type Config } from './config.ts'

const OWNER_ONLY = 0o700
const STICKY_BIT = 0o1000

/** Everything that this and earlier versions store in the data folder. */
const OWN_FILES = /^(database|encryption\.key|sandbox-)/

/** Creates the data folder if anything is stored in it. */
export function makeDataFolder({ dataDir, database, google, payments, mail, encryptionKeys }: Config): void {
  const hasSandbox = google.sandbox || payments?.sandbox || !mail.smtpUrl
  const isUsed = 'dir' in database || hasSandbox || encryptionKeys.length === 0
  if (!isUsed) return
  makeFolder(dataDir)
  closeToOthers(dataDir)
}

/** The folder contains keys and emails. One that others share, such as /tmp, is left as it is. */
function closeToOthers(dir: string): void {
  const { mode } = fs.statSync(dir)
  const isShared = (mode & STICKY_BIT) !== 0
  const isOurs = fs.readdirSync(dir).every((name) => OWN_FILES.test(name))
  if (isShared || !isOurs || (mode & 0o077) === 0) return
  try {
    fs.chmodSync(dir, OWNER_ONLY)
  } catch {
    // It belongs to somebody else, who decides about it.
  }
}

/** Creates one level at a time, because Node's recursive mkdir never ends in folders such as /proc. */
function makeFolder(dir: string): void {
  const isThere = () => fs.statSync(dir, { throwIfNoEntry: false })?.isDirectory()
  if (isThere()) return
  if (isThere() === false) throw new ConfigError(`${dir} is a file. Set DATA_DIR to a folder.`)
  makeFolder(path.dirname(dir))
  try {
    fs.mkdirSync(dir, { mode: OWNER_ONLY })
  } catch (error) {
    if (!isThere()) throw error
  }
}

/** The keys from the environment, or the one in the data folder, created on first use. */
export function findEncryptionKeys({ dataDir, encryptionKeys }: Config): Buffer[] {
  if (encryptionKeys.length > 0) return encryptionKeys
  const file = path.join(dataDir, 'encryption.key')
  if (!fs.existsSync(file)) {
    // Written to a temporary file and renamed, so that a killed process never leaves half a key.
    fs.writeFileSync(`${file}.new`, randomBytes(32).toString('base64'), { mode: 0o600, flush: true })
    fs.renameSync(`${file}.new`, file)
  }
  // Docker makes one where a file to mount is missing.
  const isFolder = fs.statSync(file).isDirectory()
  const key = isFolder ? null : Buffer.from(fs.readFileSync(file, 'utf8'), 'base64')
  if (key?.length === 32) return [key]
  const problem = isFolder ? 'is a folder' : 'is damaged: it must contain 32 bytes in base64'
  throw new ConfigError(
    `${file} ${problem}. Restore it from a backup, or delete it; ` +
      'hosts then have to reconnect their Google calendars.',
  )
}
