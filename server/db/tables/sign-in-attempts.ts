import { pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { instant } from './instant.ts'

export const signInAttempts = pgTable('sign_in_attempts', {
  stateHash: text('state_hash').primaryKey(),
  codeVerifier: text('code_verifier').notNull(),
  nonce: text().notNull(),
  /** Who adds an account; null if somebody signs in. */
  hostId: uuid('host_id'),
  expiresAt: instant('expires_at').notNull(),
})
