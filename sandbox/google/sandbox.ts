import type { DatabaseSync } from 'node:sqlite'
import type { CallLog } from './call-log.ts'
import type { Faults } from './faults.ts'
import type { SigningKey } from './sign-in/signing-key.ts'

/** The state shared by all parts of the sandbox Google. */
export interface Sandbox {
  db: DatabaseSync
  /** Its own URL without a trailing slash: `http://localhost:3000/sandbox/google`. */
  issuer: () => string
  /** Epoch milliseconds. */
  now: () => number
  key: SigningKey
  faults: Faults
  calls: CallLog
}
