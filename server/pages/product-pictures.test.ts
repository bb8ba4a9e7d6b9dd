import { describe, expect, test } from 'vitest'
import { setUpApp } from '../../testing/server/set-up-app.ts'

const MAX_BYTES = 120_000
const MAX_THEME_BYTES = 250_000

const app = setUpApp()

const html = async () => (await fetch(app.origin)).text()

async function pictures() {
  return [...(await html()).matchAll(/<img ([^>]*)>/g)].map(
    ([, attributes]) =>
      Object.fromEntries(
        [...attributes!.matchAll(/([\w-]+)="([^"]*)"/g)].map(([, name, value]) => [name!, value!]),
      ) as Partial<Record<'class' | 'src' | 'width' | 'height' | 'alt' | 'loading' | 'decoding', string>>,
  )
}

/** The width and height in pixels of a WebP in the extended format, which browsers write. */
function sizeOf(webp: DataView): number[] {
  const text = (from: number) => String.fromCharCode(...[0, 1, 2, 3].map((at) => webp.getUint8(from + at)))
  expect([text(0), text(8), text(12)]).toEqual(['RIFF', 'WEBP', 'VP8X'])
  return [24, 27].map((at) => 1 + webp.getUint16(at, true) + webp.getUint8(at + 2) * 65_536)
}

describe('the landing page’s pictures of the product', () => {
  test('load late, keep their room until then, and are described', async () => {
    const found = await pictures()
    expect(found).toHaveLength(8)
    for (const { loading, decoding, width, height, alt } of found) {
      expect([loading, decoding]).toEqual(['lazy', 'async'])
      expect(Number(width) * Number(height)).toBeGreaterThan(0)
      expect(alt!.length).toBeGreaterThan(30)
    }
    expect(await html()).not.toMatch(/<link[^>]+\.webp/)
  })

  test('are the same in both themes, as large as they say, small to download and cached for good', async () => {
    const bytes = { light: 0, dark: 0 }
    const sizes = { light: [] as number[][], dark: [] as number[][] }
    for (const { class: classes, src, width, height } of await pictures()) {
      const theme = classes!.endsWith('in-dark') ? 'dark' : 'light'
      const response = await fetch(app.origin + src!)
      expect([response.status, response.headers.get('content-type')]).toEqual([200, 'image/webp'])
      expect(response.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
      expect(src).toMatch(/^\/public-assets\/[a-z]+-(light|dark)-[\w-]{8}\.webp$/)
      expect(src).toContain(`-${theme}-`)
      const content = await response.arrayBuffer()
      expect(sizeOf(new DataView(content))).toEqual([Number(width), Number(height)])
      expect(content.byteLength).toBeLessThan(MAX_BYTES)
      bytes[theme] += content.byteLength
      sizes[theme].push([Number(width), Number(height)])
    }
    expect(sizes.light).toHaveLength(4)
    expect(sizes.dark).toEqual(sizes.light)
    expect(bytes.light).toBeLessThan(MAX_THEME_BYTES)
    expect(bytes.dark).toBeLessThan(MAX_THEME_BYTES)
  })
})
