import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto'

export interface Encryption {
  /** Identifies the key that encrypts. It is stored with each value, so that keys can be replaced. */
  keyId: string
  /** Identifies every key that decrypts. */
  keyIds: string[]
  encrypt(text: string): string
  /** Null if it was encrypted with a different key; throws if it was tampered with. */
  decrypt(text: string, keyId: string): string | null
}

const NONCE = 12
const TAG = 16

/** AES-256-GCM. The output is base64 of nonce, ciphertext and tag. The first key encrypts, all decrypt. */
export function createEncryption(keys: readonly Buffer[]): Encryption {
  const keyById = new Map(keys.map((key) => [idOf(key), key]))
  const key = keys[0]
  if (!key) throw new Error('Encryption needs a key')
  return {
    keyId: idOf(key),
    keyIds: [...keyById.keys()],
    encrypt(text) {
      const nonce = randomBytes(NONCE)
      const cipher = createCipheriv('aes-256-gcm', key, nonce)
      const sealed = Buffer.concat([nonce, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()])
      return sealed.toString('base64')
    },
    decrypt(text, usedKeyId) {
      const usedKey = keyById.get(usedKeyId)
      if (!usedKey) return null
      const sealed = Buffer.from(text, 'base64')
      const decipher = createDecipheriv('aes-256-gcm', usedKey, sealed.subarray(0, NONCE))
      decipher.setAuthTag(sealed.subarray(-TAG))
      const opened = Buffer.concat([decipher.update(sealed.subarray(NONCE, -TAG)), decipher.final()])
      return opened.toString('utf8')
    },
  }
}

const idOf = (key: Buffer) => createHash('sha256').update(key).digest('base64url').slice(0, 12)
