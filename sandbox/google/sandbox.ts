import type { DatabaseSync } from 'node:sqlite'
import type { CallLog } from './call-log.ts'
import type { Faults } from './faults.ts'
import type { SigningKey } from './sign-in/signing-key.ts'

/** What every part of the sandbox Google works with. */
export interface Sandbox {
  db: DatabaseSync
  /** Its own address, no slash at the end: `http://localhost:3000/sandbox/google`. */
  issuer: () => string
  /** Milliseconds since 1970. */
  now: () => number
  key: SigningKey
  faults: Faults
  calls: CallLog
}
