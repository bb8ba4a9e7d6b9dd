import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto'

export interface Encryption {
  /** Identifies the encryption key, so that keys can be rotated. */
  keyId: string
  encrypt(text: string): string
  /** Null if it was encrypted with a different key; throws if it was tampered with. */
  decrypt(text: string, keyId: string): string | null
}

const NONCE = 12
const TAG = 16

/** AES-256-GCM. The output is base64 of nonce, ciphertext and tag. */
export function createEncryption(key: Buffer): Encryption {
  const keyId = createHash('sha256').update(key).digest('base64url').slice(0, 12)
  return {
    keyId,
    encrypt(text) {
      const nonce = randomBytes(NONCE)
      const cipher = createCipheriv('aes-256-gcm', key, nonce)
      const sealed = Buffer.concat([nonce, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()])
      return sealed.toString('base64')
    },
    decrypt(text, usedKeyId) {
      if (usedKeyId !== keyId) return null
      const sealed = Buffer.from(text, 'base64')
      const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, NONCE))
      decipher.setAuthTag(sealed.subarray(-TAG))
      const opened = Buffer.concat([decipher.update(sealed.subarray(NONCE, -TAG)), decipher.final()])
      return opened.toString('utf8')
    },
  }
}
