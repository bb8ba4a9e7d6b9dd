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

test("doesn't try to decrypt with a different key", () => {
  const one = createEncryption([randomBytes(32)])
  const other = createEncryption([randomBytes(32)])
  expect(other.decrypt(one.encrypt('x'), one.keyId)).toBeNull()
})
