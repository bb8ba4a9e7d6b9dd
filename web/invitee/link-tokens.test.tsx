import fc from 'fast-check'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { linkTokens } from './link-tokens.ts'
import { LinkedText } from './linked-text.tsx'

const links = (text: string) => linkTokens(text).flatMap(({ href }) => (href === null ? [] : [href]))

test.each([
  ['See https://example.com.', ['https://example.com']],
  ['See https://example.com/a?b=c#d, please', ['https://example.com/a?b=c#d']],
  ['(see https://example.com/a)', ['https://example.com/a']],
  ['https://example.com/Tea_(drink)!', ['https://example.com/Tea_(drink)']],
  ['“https://example.com/”…', ['https://example.com/']],
  ['<https://example.com/a>', ['https://example.com/a']],
  ['a "https://example.com/a" b', ['https://example.com/a']],
  ['https://example.com/a\nhttp://b.example/', ['https://example.com/a', 'http://b.example/']],
  ['HTTPS://EXAMPLE.COM', ['HTTPS://EXAMPLE.COM']],
  ['https://müller.example/größe', ['https://müller.example/größe']],
  ['mailto:ann@example.com.', ['mailto:ann@example.com']],
  ['mailto:ann@example.com?subject=Tea', ['mailto:ann@example.com?subject=Tea']],
])('finds the addresses in %j', (text, expected) => {
  expect(links(text)).toEqual(expected)
})

test.each([
  'javascript:alert(1)',
  'data:text/html,hello',
  'ftp://example.com',
  'www.example.com',
  'https://',
  'https://...',
  'https:///path',
  'http://[',
  'mailto:',
  'mailto:?bcc=eve@example.com',
  'xhttps://example.com',
  'ann@example.com',
])('leaves %j as it is', (text) => {
  expect(linkTokens(text)).toEqual([{ at: 0, text, href: null }])
})

const fragments = fc.constantFrom(
  'https://',
  'http://',
  'mailto:',
  'javascript:',
  'a.example',
  'x@y.example',
  '/path?a=b&c#d',
  '</a>',
  '<b>',
  ' ',
  '\n',
  ...'. , ! ( ) [ ] < > " \' & … ” @'.split(' '),
)
const anyText = fc
  .array(fc.oneof({ weight: 4, arbitrary: fragments }, fc.string({ unit: 'grapheme' })), { maxLength: 20 })
  .map((parts) => parts.join(''))

test('never loses text, and links nothing but web and email addresses without trailing punctuation', () => {
  fc.assert(
    fc.property(anyText, (text) => {
      const tokens = linkTokens(text)
      expect(tokens.map((token) => token.text).join('')).toBe(text)
      for (const { text: part, href } of tokens) {
        expect(part).not.toBe('')
        if (href === null) continue
        expect(href).toBe(part)
        expect(['http:', 'https:', 'mailto:']).toContain(new URL(href).protocol)
        expect(href).not.toMatch(/[\s<>".,;:!?'”…]$|[\s<>"]/)
      }
    }),
    { numRuns: 1000 },
  )
})

test('renders no other elements than links', () => {
  fc.assert(
    fc.property(anyText, (text) => {
      const html = renderToStaticMarkup(<LinkedText text={text} />)
      const hidden = '<span class="hidden"> (opens in a new tab)</span>'
      const shown = html
        .replaceAll(hidden, '')
        .replaceAll(
          /<a href="[^"<>]*" target="_blank" rel="noopener noreferrer nofollow">([^<>]*)<\/a>/g,
          '$1',
        )
      expect(shown).not.toMatch(/[<>]/)
      const plain = shown.replaceAll(/&(lt|gt|quot|#x27|amp);/g, (_, name: string) => named[name]!)
      expect(plain).toBe(text)
    }),
    { numRuns: 1000 },
  )
})

const named: Record<string, string> = { lt: '<', gt: '>', quot: '"', '#x27': "'", amp: '&' }
