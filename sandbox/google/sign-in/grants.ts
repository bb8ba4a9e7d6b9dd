import { randomBytes } from 'node:crypto'
import type { DatabaseSync } from 'node:sqlite'
import { inTransaction } from '../../database.ts'

/** The lifetime of an access token in milliseconds. */
export const ACCESS_TOKEN_LIFE = 3_600_000
const CODE_LIFE = 300_000

/** The data behind an authorization code. */
export interface CodeContents {
  email: string
  scopes: string[]
  redirectUri: string
  nonce: string | undefined
  challenge: string | undefined
  challengeMethod: 'S256' | 'plain'
  refreshToken: boolean
}

/** A valid token. */
export interface Token {
  email: string
  scopes: string[]
}

/** Records a person's granted scopes; `first` if one of them is new, so that Google would have asked for consent. */
export function addGrant(
  db: DatabaseSync,
  email: string,
  scopes: string[],
): { first: boolean; scopes: string[] } {
  const row = db.prepare('select scopes from grants where email = ?').get(email)
  const former = row ? String(row.scopes).split(' ') : []
  const all = [...new Set([...former, ...scopes])]
  db.prepare('insert or replace into grants (email, scopes) values (?, ?)').run(email, all.join(' '))
  return { first: !scopes.every((scope) => former.includes(scope)), scopes: all }
}

/** An authorization code for one exchange within five minutes. */
export function issueCode(db: DatabaseSync, now: number, contents: CodeContents): string {
  const code = `4/0${randomBytes(32).toString('base64url')}`
  db.prepare('delete from codes where expires_at < ?').run(now)
  db.prepare('insert into codes (code, body, expires_at) values (?, ?, ?)').run(
    code,
    JSON.stringify(contents),
    now + CODE_LIFE,
  )
  return code
}

/** Uses a code; undefined if it is unknown, used or expired. */
export function redeemCode(db: DatabaseSync, now: number, code: string): CodeContents | undefined {
  const row = db.prepare('delete from codes where code = ? returning body, expires_at').get(code)
  if (!row || Number(row.expires_at) <= now) return undefined
  const contents: CodeContents = JSON.parse(String(row.body))
  return contents
}

/** Creates an access token. */
export function issueAccessToken(db: DatabaseSync, now: number, token: Token): string {
  db.prepare("delete from tokens where kind = 'access' and expires_at < ?").run(now)
  return insertToken(
    db,
    `ya29.${randomBytes(48).toString('base64url')}`,
    'access',
    token,
    now + ACCESS_TOKEN_LIFE,
  )
}

/** Creates a refresh token, which is valid until revoked. */
export function issueRefreshToken(db: DatabaseSync, token: Token): string {
  return insertToken(db, `1//${randomBytes(48).toString('base64url')}`, 'refresh', token, null)
}

/** The token of that kind, if it is valid. */
export function findToken(
  db: DatabaseSync,
  now: number,
  kind: 'access' | 'refresh',
  token: string,
): Token | undefined {
  const row = db
    .prepare(
      'select email, scopes from tokens where token = ? and kind = ? and (expires_at is null or expires_at > ?)',
    )
    .get(token, kind, now)
  return row && { email: String(row.email), scopes: String(row.scopes).split(' ') }
}

/** Revokes everything a person granted, like removing the app in the Google account. */
export function revokeGrant(db: DatabaseSync, email: string): void {
  inTransaction(db, () => {
    db.prepare('delete from tokens where email = ?').run(email)
    db.prepare('delete from grants where email = ?').run(email)
  })
}

function insertToken(
  db: DatabaseSync,
  value: string,
  kind: 'access' | 'refresh',
  token: Token,
  expiresAt: number | null,
): string {
  db.prepare('insert into tokens (token, kind, email, scopes, expires_at) values (?, ?, ?, ?, ?)').run(
    value,
    kind,
    token.email,
    token.scopes.join(' '),
    expiresAt,
  )
  return value
}
