import { expect, test } from 'vitest'
import { isPhoto } from './photo-type.ts'

const bytes = (text: string) => Buffer.from(text, 'latin1')
const jpeg = bytes('\xff\xd8\xff\xe0\0\x10JFIF')
const png = bytes('\x89PNG\r\n\x1a\n\0\0\0\rIHDR')
const webp = bytes('RIFF\x24\0\0\0WEBPVP8 ')
const svg = bytes('<svg xmlns="http://www.w3.org/2000/svg"/>')

test.each([
  ['image/jpeg', jpeg],
  ['image/png', png],
  ['image/webp', webp],
])('accepts %s', (type, photo) => {
  expect(isPhoto(type, photo)).toBe(true)
})

test.each([
  ['image/svg+xml', svg],
  ['image/png', svg],
  ['image/png', jpeg],
  ['image/gif', bytes('GIF89a')],
  ['image/webp', bytes('RIFF\x24\0\0\0WAVEfmt ')],
  ['image/webp', webp.subarray(0, 11)],
  ['image/jpeg', bytes('')],
  ['text/html', png],
  ['', png],
  ['constructor', png],
])('refuses %j with other bytes, and types that are no photos', (type, other) => {
  expect(isPhoto(type, other)).toBe(false)
})
