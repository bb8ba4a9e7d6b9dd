import { z } from 'zod'
import { emailError, plainAddress } from '../../contract/email.ts'
import { product } from '../../contract/product.ts'

export function isOrigin({ pathname, search, hash, username, password }: URL): boolean {
  return pathname === '/' && search + hash + username + password === ''
}

/** Parses `Name <address>` or a plain address; null for anything else. */
export function parseSender(text: string): { name: string; address: string } | null {
  const [, name = '', inBrackets, alone] = /^(?:([^<>\p{Cc}]*)<([^<>]+)>|([^<>]+))$/u.exec(text.trim()) ?? []
  const address = plainAddress(inBrackets ?? alone ?? '')
  return emailError(address) === null
    ? { name: name.trim().replace(/^"(.*)"$/, '$1') || product.name, address }
    : null
}

/** Port 465 is for connections that are encrypted from the start (RFC 8314). */
export const withImplicitTls = (smtpUrl: string) =>
  new URL(smtpUrl).port === '465' ? smtpUrl.replace(/^smtp:/, 'smtps:') : smtpUrl

export const isLoopback = (host: string) =>
  /^(([^.]+\.)*localhost\.?|127(\.\d{1,3}){3}|::1|\[::1\])$/.test(host)

export const isEncryptionKey = (text: string) =>
  z.base64().safeParse(text).success && Buffer.from(text, 'base64').length === 32

/** PostgreSQL takes `user@/database?host=/folder` for a socket. To be a URL, it needs a host, which the query replaces. */
export const withHost = (databaseUrl: string) =>
  databaseUrl.replace(/(?<=^\w+:\/\/[^/@]*@)(?=\/[^@]*[?&]host=)/, 'localhost')

/** A URL only takes percent-encoded passwords, which a separate variable spares people. */
export function withPassword(databaseUrl: string, password: string | undefined): string {
  if (password === undefined) return databaseUrl
  const url = new URL(databaseUrl)
  // A URL without a host, as for a socket, can't contain one.
  if (url.host === '') url.searchParams.set('password', password)
  else url.password = encodeURIComponent(password)
  return url.href
}

export function hasPassword(databaseUrl: string): boolean {
  const { password, searchParams } = new URL(databaseUrl)
  return password !== '' || searchParams.has('password')
}

/** For showing it to people. */
export function withoutPassword(databaseUrl: string): string {
  const url = new URL(databaseUrl)
  url.password = ''
  url.searchParams.delete('password')
  return url.href
}
