// `npm run reencrypt`: encrypts everything stored with the first key of ENCRYPTION_KEY. The others are then only needed
// for links in emails that were sent earlier.
import { pino } from 'pino'
import { createEncryption } from '../adapters/encryption.ts'
import { logDestination } from '../adapters/log-destination.ts'
import { reencrypt } from '../auth/reencrypt.ts'
import { parseConfig } from '../config/config.ts'
import { makeDataFolder } from '../config/data-folder.ts'
import { withoutPassword } from '../config/values.ts'
import { openDatabase } from '../db/open.ts'
import { fail } from './fail.ts'

const DISCONNECT = '--disconnect-unreadable'

const NOTHING_LEFT =
  'Nothing stored needs any other key, but "Stop these emails" links in emails that were sent earlier may. docs/operations.md ' +
  '(Replacing the encryption key) says how long to keep the old key last in ENCRYPTION_KEY.'

async function main(): Promise<void> {
  const unknown = process.argv.slice(2).find((argument) => argument !== DISCONNECT)
  if (unknown) throw new Error(`Unknown argument ${unknown}. The only one is ${DISCONNECT}.`)
  const config = parseConfig(process.env)
  const { database, encryptionKeys } = config
  if (encryptionKeys.length === 0)
    throw new Error(
      "ENCRYPTION_KEY isn't set, so there is no key to replace. Set the variables that the server has.",
    )
  console.log(`Database: ${'dir' in database ? database.dir : withoutPassword(database.url)}`)
  makeDataFolder(config)
  const encryption = createEncryption(encryptionKeys)
  const { db, close } = await openDatabase(database)
  try {
    const log = pino({ level: config.logLevel }, logDestination(2))
    const disconnectUnreadable = process.argv.includes(DISCONNECT)
    const { replaced, unreadable } = await reencrypt(
      { db, encryption, log, now: Date.now, wake: () => {} },
      { disconnectUnreadable },
    )
    console.log(`Encrypted ${replaced} value(s) with the first key.`)
    if (unreadable === 0) console.log(NOTHING_LEFT)
    else if (disconnectUnreadable)
      console.log(
        `${unreadable} value(s) need a lost key. Hosts whose calendar access is among them have to reconnect.`,
      )
    else {
      console.error(
        `${unreadable} value(s) need a key that ENCRYPTION_KEY does not contain. Append it and run this again.`,
      )
      process.exitCode = 1
    }
  } finally {
    await close()
  }
}

main().catch(fail)
