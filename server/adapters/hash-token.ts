import { createHash } from 'node:crypto'

/** Tokens are stored as hashes, so that a copy of the database opens no session. */
export const hashToken = (token: string) => createHash('sha256').update(token).digest('base64url')
