import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { createEncryption } from './encryption.ts'
import { stopUrl } from '../emails/mail-blocks.ts'
import { newLinkToken } from './link-token.ts'

/** Of as many, dozens would end in a hyphen or an underscore. */
const MANY = 2000
const many = (make: () => string) => Array.from({ length: MANY }, make)
const isCut = (link: string) => /[-_]$/.test(link)

test('links of bookings and guests end in a letter or a digit, because mail programs cut hyphens off', () => {
  const tokens = many(newLinkToken)
  expect(new Set(tokens).size).toBe(MANY)
  expect(tokens.filter((token) => !/^[\w-]{24}$/.test(token))).toEqual([])
  expect(tokens.filter(isCut)).toEqual([])
})

test('so do the links that stop emails, however long the address is', () => {
  const encryption = createEncryption([randomBytes(32)])
  const links = ['a@x.io', 'ab@x.io', 'abc@x.io'].flatMap((email) =>
    many(() => stopUrl(encryption, 'https://app.example', { hostId: 'host', email })),
  )
  expect(links.filter(isCut)).toEqual([])
})
