import { expect, test } from 'vitest'
import { decoded } from './decoded.ts'

const xml = (encoding: string) => `<?xml version="1.0" encoding='${encoding}'?>`

test.each([
  ['text/xml', xml('ISO-8859-1'), 'é'],
  // The header overrides the file.
  ['text/xml; charset=windows-1251', xml('iso-8859-1'), 'й'],
  ['text/calendar; charset=iso-8859-1', '', 'é'],
  ['text/xml', xml('nonsense'), '\uFFFD'],
  ['text/xml', xml('utf-16'), '\uFFFD'],
  ['text/xml', '<?xml version="1.0"?>', '\uFFFD'],
  ['text/calendar', `A note: ${xml('iso-8859-1')}`, '\uFFFD'],
])('%s with %j is read in its encoding', (type, start, letter) => {
  const bytes = Buffer.concat([Buffer.from(start), Buffer.from([0xe9])])
  expect(decoded(bytes, new Headers({ 'content-type': type }))).toBe(start + letter)
})
