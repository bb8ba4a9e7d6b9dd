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

/** Of the client for servers, or the access token of the one for browsers. */
type TokenKind = 'access' | 'refresh' | 'browser'

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
export function issueAccessToken(
  db: DatabaseSync,
  now: number,
  token: Token,
  kind: 'access' | 'browser' = 'access',
): string {
  db.prepare('delete from tokens where expires_at < ?').run(now)
  return insertToken(
    db,
    `ya29.${randomBytes(48).toString('base64url')}`,
    kind,
    token,
    now + ACCESS_TOKEN_LIFE,
  )
}

/** Creates a refresh token, which is valid until revoked. */
export function issueRefreshToken(db: DatabaseSync, token: Token): string {
  return insertToken(db, `1//${randomBytes(48).toString('base64url')}`, 'refresh', token, null)
}

/** The access token of either client, or the refresh token, if it is valid. */
export function findToken(
  db: DatabaseSync,
  now: number,
  kind: 'access' | 'refresh',
  token: string,
): (Token & { isBrowser: boolean }) | undefined {
  const row = db
    .prepare(
      `select email, scopes, kind from tokens where token = ? and (kind = 'refresh') = ?
      and (expires_at is null or expires_at > ?)`,
    )
    .get(token, kind === 'refresh' ? 1 : 0, now)
  return (
    row && {
      email: String(row.email),
      scopes: String(row.scopes).split(' '),
      isBrowser: row.kind === 'browser',
    }
  )
}

/** Revokes everything a person granted the client for servers, like removing the app in the Google account. */
export function revokeGrant(db: DatabaseSync, email: string): void {
  inTransaction(db, () => {
    db.prepare("delete from tokens where email = ? and kind <> 'browser'").run(email)
    db.prepare('delete from grants where email = ?').run(email)
  })
}

/** Revokes what a person granted the client for browsers, which is an app of its own. */
export function revokeBrowserGrant(db: DatabaseSync, email: string): void {
  db.prepare("delete from tokens where email = ? and kind = 'browser'").run(email)
}

function insertToken(
  db: DatabaseSync,
  value: string,
  kind: TokenKind,
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
