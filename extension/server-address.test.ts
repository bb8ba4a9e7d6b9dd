import { expect, test } from 'vitest'
import { permissionFor, serverOrigin } from './server-address.ts'

test.each([
  ['meet.example.com', 'https://meet.example.com'],
  ['  https://meet.example.com/dashboard?x=1 ', 'https://meet.example.com'],
  ['MEET.example.com:8443', 'https://meet.example.com:8443'],
  ['localhost:3000', 'http://localhost:3000'],
  ['127.0.0.1:3000/settings', 'http://127.0.0.1:3000'],
  ['http://localhost', 'http://localhost'],
  ['https://localhost', 'https://localhost'],
])('%j is the server at %s', (typed, origin) => {
  expect(serverOrigin(typed)).toBe(origin)
})

test.each([
  '',
  '   ',
  'http://meet.example.com',
  'http://localhost.evil.example',
  'http://127.0.0.1.evil.example',
  'ftp://meet.example.com',
  'chrome://extensions',
  'javascript:alert(1)',
  'https://user:secret@meet.example.com',
  'two words',
  'https://',
])('%j is no server', (typed) => {
  expect(serverOrigin(typed)).toBeNull()
})

test('a permission covers the host, because match patterns have no ports', () => {
  expect(permissionFor('https://meet.example.com:8443')).toBe('https://meet.example.com/*')
  expect(permissionFor('http://localhost:3000')).toBe('http://localhost/*')
})
