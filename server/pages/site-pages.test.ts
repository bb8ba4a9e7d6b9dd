import fs from 'node:fs'
import path from 'node:path'
import { gzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { setUpApp } from '../../testing/server/set-up-app.ts'
import { startTestApp } from '../../testing/server/test-app.ts'
import { pages as allPages, pagesOf, paths } from '../../contract/pages/pages.ts'
import { nameError, nameMessages } from '../../contract/events/readable-links.ts'
import { product } from '../../contract/product.ts'

const LIMIT = 90 * 1024
const AIM = 8 * 1024

const addresses = pagesOf('site').map((name) => paths[name])

const app = setUpApp()

const open = async (address: string, headers: Record<string, string> = {}) => {
  const response = await fetch(app.origin + address, { headers })
  return { status: response.status, headers: response.headers, html: await response.text() }
}
const attribute = (html: string, element: RegExp) => element.exec(html)?.[1]
const meta = (html: string, name: string) =>
  attribute(html, new RegExp(`<meta (?:name|property)="${name}" content="([^"]*)">`))

describe('the landing page', () => {
  test('is readable before any script runs', async () => {
    const { status, headers, html } = await open('/')
    expect(status).toBe(200)
    expect(headers.get('content-type')).toBe('text/html; charset=utf-8')
    const body = html.slice(html.indexOf('<body>'))
    expect(body).toMatch(/<h1[^>]*>Schedule meetings with advanced features<\/h1>/)
    for (const text of [
      'Get Started Free',
      'Custom fields',
      'Tags and labels',
      'Smart scheduling',
      'Flexible time slots',
      'Easy booking',
      'Calendar sync',
      'Start Scheduling Today',
      '© 2027 Boomtime',
    ]) {
      expect(body).toContain(text)
    }
  })

  test('has structured data without the sample quotes', async () => {
    const { html } = await open('/')
    const json = attribute(html, /<script type="application\/ld\+json">([\s\S]*?)<\/script>/)!
    const data = JSON.parse(json) as { '@context': string; '@graph': { '@type': string; url: string }[] }
    expect(data['@context']).toBe('https://schema.org')
    expect(data['@graph'].map((thing) => thing['@type'])).toEqual([
      'Organization',
      'WebSite',
      'SoftwareApplication',
    ])
    for (const { url } of data['@graph']) expect(url).toBe(`${app.origin}/`)
    expect(json).not.toMatch(/"(rating|review|aggregateRating)/i)
  })
})

test('the privacy policy and the terms name who runs the installation, or say that nobody is named', async () => {
  const named = await startTestApp({
    operator: { name: 'Ada & Sons', address: '1 Main Street', email: 'ada@example.com' },
  })
  try {
    for (const address of ['/privacy', '/terms']) {
      const html = await (await fetch(named.origin + address)).text()
      for (const part of ['Ada &amp; Sons', '1 Main Street', 'mailto:ada@example.com'])
        expect(html).toContain(part)
      const { html: unnamed } = await open(address)
      expect(unnamed).toContain('The operator of this Boomtime installation')
    }
  } finally {
    await named.close()
  }
  const { html } = await open('/')
  for (const address of ['/privacy', '/terms']) expect(html).toContain(`href="${address}"`)
})

test('the privacy policy names what is stored on devices and how long activities keep addresses', async () => {
  const { html } = await open('/privacy')
  const text = html
    .slice(html.indexOf('<main'))
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/\s+/g, ' ')
  const between = (start: string, end: string) => text.slice(text.indexOf(start), text.indexOf(end))
  expect(text).toContain('Last changed: November 27, 2026')
  const onDevice = between('What’s on your device', 'Who else gets data')
  for (const stored of [
    'until you sign out',
    'Unsaved changes, until the tab closes',
    'A cookie with your time zone and clock format',
    'What you type and choose, until the tab closes at the latest',
    'Your name and email address, only if you choose',
    'used for up to an hour',
    'next to your IP address',
    'without a connection',
    'Browser extension',
  ]) {
    expect(onDevice).toContain(stored)
  }
  expect(between('Sharing.', 'Activity.')).toContain(
    'until you stop sharing, and in your activity for up to 180 days after that',
  )
})

test('monthly and annual prices are both readable before any script runs', async () => {
  const { status, html } = await open('/pricing')
  expect(status).toBe(200)
  const text = html
    .slice(html.indexOf('<main'))
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/\s+/g, ' ')
  for (const price of [
    'Individual Limited Time Deal $0.99 /month 16% off',
    '$9.99 /year 16% off',
    'Team Most Popular $35.99 /month 20% off',
    '$344.99 /year 20% off',
    'Enterprise $119.99 /month 14% off',
    '$1,229.99 /year 14% off',
    'Team $6.99 /month $64.99 /year',
    'Enterprise $4.99 /month $49.99 /year',
    'These prices apply to seats you buy together with a plan.',
    '5 days free, no card needed',
    'One team',
    '5 seats, plus the subscriber',
    'Unlimited teams',
    '15 seats, plus the subscriber',
  ]) {
    expect(text).toContain(price)
  }
})

test('shows eight features with drawings, and the extension', async () => {
  const { status, html } = await open('/features')
  expect(status).toBe(200)
  const cards = html.split('<li class="feature">').slice(1)
  expect(cards).toHaveLength(8)
  for (const card of cards) expect(card).toMatch(/^<svg.*<h2>[^<]+<\/h2><p>[^<]+<\/p>/s)
  const install = attribute(html, /(<a [^>]*>)Install the browser extension/)!
  expect(install).toContain(`href="${product.extensionUrl || '/extension'}"`)
  expect(install).toContain('target="_blank"')
  expect(install).toContain('rel="noopener"')
})

describe.each(addresses)('%s', (address) => {
  test('has metadata with absolute URLs for search engines and link previews', async () => {
    const { html } = await open(address)
    expect(attribute(html, /<title>([^<]*)<\/title>/)).toContain('Boomtime')
    expect(attribute(html, /<link rel="canonical" href="([^"]*)">/)).toBe(app.origin + address)
    expect(meta(html, 'description')!.length).toBeGreaterThan(50)
    expect(meta(html, 'description')!.length).toBeLessThan(170)
    expect(meta(html, 'robots')).toBe('index, follow')
    expect(meta(html, 'og:type')).toBe('website')
    expect(meta(html, 'og:url')).toBe(app.origin + address)
    expect(meta(html, 'og:title')).toContain('Boomtime')
    expect(meta(html, 'og:description')).toBe(meta(html, 'description'))
    expect(meta(html, 'og:image:alt')).toBeTruthy()
    expect(meta(html, 'twitter:card')).toBe('summary_large_image')
    expect(html).toMatch(/<meta name="theme-color"/)
    const picture = meta(html, 'og:image')!
    expect(picture).toBe(`${app.origin}/social.png`)
    const response = await fetch(picture)
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'image/png'])
    // A PNG starts with its width and height.
    const header = new DataView(await response.arrayBuffer())
    expect([header.getUint32(16), header.getUint32(20)]).toEqual([1200, 630])
  })

  test('loads very little', async () => {
    const { html } = await open(address)
    const css = attribute(html, /<style>([\s\S]*?)<\/style>/)!
    const scripts = [...html.matchAll(/<script[^>]+src="([^"]+)"/g)].map(([, src]) => src!)
    expect(scripts).toHaveLength(1)
    const builtDir = path.join(import.meta.dirname, '../../dist/web/public')
    const sources = scripts.map((src) => fs.readFileSync(path.join(builtDir, src), 'utf8'))
    // The entry has no imports, so nothing else is loaded.
    expect(sources.join('\n')).not.toMatch(/\bimport\b/)
    expect(html).not.toContain('rel="stylesheet"')
    const bytes = [css, ...sources].reduce((sum, source) => sum + gzipSync(source).length, 0)
    expect(bytes).toBeLessThan(LIMIT)
    expect(bytes).toBeLessThan(AIM)
    const font = attribute(html, /<link rel="preload" href="([^"]+)" as="font"/)!
    expect(css).toContain(font)
    expect((await open(font)).status).toBe(200)
  })

  test('allows only its own inline script and style', async () => {
    const { headers, html } = await open(address)
    const policy = headers.get('content-security-policy')!
    expect(policy).toMatch(/script-src 'self' 'sha256-[^']+'; style-src 'self' 'sha256-[^']+';/)
    expect(policy).not.toContain('unsafe')
    expect(html).not.toMatch(/<[^>]+ style=/)
    expect(html).not.toMatch(/<[^>]+ on\w+=/)
    const inline = [...html.matchAll(/<script(?![^>]* src=)([^>]*)>/g)].map(([, attributes]) => attributes)
    // The policy has the hash of the first one.
    expect(inline).toEqual(['', ' type="application/ld+json"'])
  })

  test('is downloaded again only if it changed, for example in a new year', async () => {
    const { headers } = await open(address)
    const etag = headers.get('etag')!
    expect(headers.get('cache-control')).toBe('no-cache')
    const again = await open(address, { 'if-none-match': `"another", ${etag}` })
    expect([again.status, again.html]).toEqual([304, ''])
    expect((await open(address, { 'if-none-match': etag.replace('W/', '') })).status).toBe(304)
    expect(again.headers.get('etag')).toBe(etag)
    app.clock.now = Date.parse('2028-01-01T00:00:00Z')
    const next = await open(address, { 'if-none-match': etag })
    expect(next.status).toBe(200)
    expect(next.html).toContain('© 2028 Boomtime')
    app.clock.now = Date.parse('2027-01-04T13:00:00Z')
  })

  test('is compressed', async () => {
    const { headers } = await open(address, { 'accept-encoding': 'br' })
    expect(headers.get('content-encoding')).toBe('br')
  })
})

test('pages have distinct metadata', async () => {
  const pages = await Promise.all(addresses.map((address) => open(address)))
  for (const read of [
    (html: string) => attribute(html, /<title>([^<]*)</),
    (html: string) => meta(html, 'description'),
  ]) {
    expect(new Set(pages.map(({ html }) => read(html))).size).toBe(pages.length)
  }
})

/** Whether robots.txt allows an address (RFC 9309): the longest rule that matches counts, and `$` is the end. */
function isAllowed(robots: string, address: string): boolean {
  const rules = Array.from(robots.matchAll(/^(Allow|Disallow): (.*)$/gm), ([, kind, rule]) => ({
    isOpen: kind === 'Allow',
    rule: rule!,
  }))
  const [first] = rules
    .filter(({ rule }) => (rule.endsWith('$') ? rule === `${address}$` : address.startsWith(rule)))
    .toSorted((one, other) => other.rule.length - one.rule.length)
  return first?.isOpen ?? true
}

test('robots.txt excludes private pages and links the sitemap', async () => {
  const { headers, html: robots } = await open('/robots.txt')
  expect(headers.get('content-type')).toBe('text/plain; charset=utf-8')
  expect(robots).toContain('Allow: /\n')
  for (const section of ['/api', '/booking-confirmation', '/sandbox', '/dashboard', '/events', '/auth']) {
    for (const closed of [section, `${section}/edit/1`, `${section}?x`])
      expect([closed, isAllowed(robots, closed)]).toEqual([closed, false])
  }
  for (const allowed of ['/', '/pricing', '/extension', '/signin', '/book/abc', '/maya', '/maya/events'])
    expect([allowed, isAllowed(robots, allowed)]).toEqual([allowed, true])
  const address = attribute(robots, /^Sitemap: (.*)$/m)!
  expect(address).toBe(`${app.origin}/sitemap.xml`)
  const map = await fetch(address)
  expect(map.headers.get('content-type')).toBe('application/xml; charset=utf-8')
  expect([...(await map.text()).matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, loc]) => loc)).toEqual([
    `${app.origin}/`,
    `${app.origin}/pricing`,
    `${app.origin}/features`,
    `${app.origin}/extension`,
    `${app.origin}/privacy`,
    `${app.origin}/terms`,
  ])
})

test('robots.txt allows the pages of hosts whose name begins like a section', async () => {
  const { html: robots } = await open('/robots.txt')
  const closed = new Set(Array.from(robots.matchAll(/^Disallow: \/([^/?$\n]+)/gm), ([, section]) => section!))
  expect(closed.size).toBeGreaterThan(15)
  for (const section of closed) {
    expect([section, nameError(section, 'handle')]).toEqual([section, nameMessages.reserved])
    for (const handle of [`${section}byanna`, `${section}-team`]) {
      expect(nameError(handle, 'handle')).toBeNull()
      for (const address of [`/${handle}`, `/${handle}/intro`, `/${handle}?x`])
        expect([address, isAllowed(robots, address)]).toEqual([address, true])
    }
  }
})

test.each(Object.values(allPages))(
  '$path is for search engines as listed: $isIndexable',
  async ({ path: address, isIndexable }) => {
    const { headers } = await open(address.replaceAll(/\$\w+/g, 'any'))
    expect(headers.get('x-robots-tag')).toBe(isIndexable ? null : 'noindex, nofollow')
  },
)
