import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { createEncryption } from './encryption.ts'

test('round-trips, differs each time, and detects tampering', () => {
  const encryption = createEncryption([randomBytes(32)])
  const one = encryption.encrypt('refresh token ✓')
  expect(encryption.decrypt(one, encryption.keyId)).toBe('refresh token ✓')
  expect(encryption.encrypt('refresh token ✓')).not.toBe(one)
  const bytes = Buffer.from(one, 'base64')
  for (const at of [0, 14, bytes.length - 1]) {
    const changed = Buffer.from(bytes)
    changed[at]! ^= 1
    expect(() => encryption.decrypt(changed.toString('base64'), encryption.keyId)).toThrow()
  }
})

test('encrypts with the first key and decrypts with all', () => {
  const [first, second] = [randomBytes(32), randomBytes(32)]
  const former = createEncryption([second])
  const encryption = createEncryption([first, second])
  expect(encryption.decrypt(former.encrypt('x'), former.keyId)).toBe('x')
  const current = encryption.encrypt('y')
  expect(createEncryption([first]).decrypt(current, encryption.keyId)).toBe('y')
  expect(former.decrypt(current, encryption.keyId)).toBeNull()
})

test("doesn't try to decrypt with a different key", () => {
  const one = createEncryption([randomBytes(32)])
  const other = createEncryption([randomBytes(32)])
  expect(other.decrypt(one.encrypt('x'), one.keyId)).toBeNull()
})
