import { jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import type { Scope } from '../../../contract/scopes.ts'
import { instant } from './instant.ts'

/** What programs use to act for a host. */
export const accessTokens = pgTable(
  'access_tokens',
  {
    hostId: uuid('host_id').notNull(),
    tokenHash: text('token_hash').notNull(),
    /** What the host's list calls it, because it can't name the token. */
    id: uuid().notNull(),
    scopes: jsonb().$type<Scope[]>().notNull(),
    /** `Chrome on macOS`; null if unknown. */
    device: text(),
    createdAt: instant('created_at').notNull(),
    /** To the hour. */
    lastUsedAt: instant('last_used_at').notNull(),
    expiresAt: instant('expires_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.tokenHash, table.hostId] })],
)

/** What a client exchanges for a token once its host has approved (RFC 6749, section 4.1.2). */
export const authorizationCodes = pgTable(
  'authorization_codes',
  {
    hostId: uuid('host_id').notNull(),
    codeHash: text('code_hash').notNull(),
    codeChallenge: text('code_challenge').notNull(),
    redirectUri: text('redirect_uri').notNull(),
    scopes: jsonb().$type<Scope[]>().notNull(),
    expiresAt: instant('expires_at').notNull(),
    /** The id of the token it was exchanged for; null until then. */
    tokenId: uuid('token_id'),
  },
  (table) => [primaryKey({ columns: [table.codeHash, table.hostId] })],
)
