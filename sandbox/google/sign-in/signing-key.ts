import type { DatabaseSync } from 'node:sqlite'
import { exportJWK, generateKeyPair, importJWK, SignJWT } from 'jose'
import type { JWK, JWTPayload } from 'jose'
import { readMeta, rememberedOnce } from '../store.ts'

/** The RS256 key that signs ID tokens. */
export interface SigningKey {
  publicJwk: JWK
  sign: (claims: JWTPayload) => Promise<string>
}

/** The database's key, created on first use. */
export async function openSigningKey(db: DatabaseSync): Promise<SigningKey> {
  const made = readMeta(db, 'signing-key') ?? (await makeJwk())
  const jwk: JWK = JSON.parse(rememberedOnce(db, 'signing-key', () => made))
  const key = await importJWK(jwk, 'RS256')
  const publicJwk: JWK = { kty: jwk.kty!, n: jwk.n!, e: jwk.e!, kid: jwk.kid!, alg: 'RS256', use: 'sig' }
  return {
    publicJwk,
    sign: (claims) =>
      new SignJWT(claims).setProtectedHeader({ alg: 'RS256', kid: jwk.kid!, typ: 'JWT' }).sign(key),
  }
}

async function makeJwk(): Promise<string> {
  const { privateKey } = await generateKeyPair('RS256', { extractable: true })
  return JSON.stringify({ ...(await exportJWK(privateKey)), kid: 'sandbox-google' })
}
