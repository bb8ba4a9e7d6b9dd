import type { SitePage } from '../../contract/pages/page-data.ts'
import { paths } from '../../contract/pages/pages.ts'
import { product } from '../../contract/product.ts'
import type { ServerOptions } from '../adapters/deps.ts'
import { weakEtag } from '../http/etag.ts'
import { escapeHtml, namedMeta, propertyMeta, sandboxBanner, scriptJson } from '../http/html.ts'
import { loadSiteRenderer, readEntry } from './web-build.ts'

const SOCIAL_PICTURE = '/social.png'
const SOCIAL_PICTURE_TEXT = `A week in a calendar next to a ${product.name} booking page that offers only the free times`

/** Loads the build once and returns a function that renders a page for a copyright line. */
export async function loadSiteDocument({ webDir, mode, publicUrl }: ServerOptions) {
  const renderer = await loadSiteRenderer(webDir)
  const { script, assets, css, themeScript, policy } = readEntry(webDir, 'site/client.ts')
  // The font of most texts. Preloading makes it available before the first paint.
  const font = assets.find((file) => file.includes('latin-wght'))
  const banner = mode === 'sandbox' ? sandboxBanner : ''
  const picture = publicUrl + SOCIAL_PICTURE
  const landing = renderer.render({ kind: 'landing', copyright: '', operator: null })
  const structuredData = structuredDataOf(publicUrl, landing.description)

  function documentOf(page: SitePage) {
    const { title, description, html: body } = renderer.render(page)
    const address = publicUrl + paths[page.kind]
    const html = `<!doctype html><html lang="en"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1"><title>${escapeHtml(title)}</title>
${[
  namedMeta('description', description),
  namedMeta('robots', 'index, follow'),
  `<link rel="canonical" href="${escapeHtml(address)}">`,
  propertyMeta('og:type', 'website'),
  propertyMeta('og:site_name', product.name),
  propertyMeta('og:locale', 'en_US'),
  propertyMeta('og:url', address),
  propertyMeta('og:title', title),
  propertyMeta('og:description', description),
  propertyMeta('og:image', picture),
  propertyMeta('og:image:type', 'image/png'),
  propertyMeta('og:image:width', '1200'),
  propertyMeta('og:image:height', '630'),
  propertyMeta('og:image:alt', SOCIAL_PICTURE_TEXT),
  namedMeta('twitter:card', 'summary_large_image'),
  namedMeta('twitter:title', title),
  namedMeta('twitter:description', description),
  namedMeta('twitter:image', picture),
  namedMeta('twitter:image:alt', SOCIAL_PICTURE_TEXT),
].join('\n')}
<meta name="color-scheme" content="light dark">
<meta name="theme-color" media="(prefers-color-scheme: light)" content="#f7f7fa">
<meta name="theme-color" media="(prefers-color-scheme: dark)" content="#0f1014">
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
<link rel="preload" href="/${font}" as="font" type="font/woff2" crossorigin><style>${css}</style>
<script>${themeScript}</script><script type="module" src="/${script}"></script>
<script type="application/ld+json">${scriptJson(structuredData)}</script></head>
<body>${banner}${body}</body></html>`
    return { copyright: page.copyright, html, etag: weakEtag(html) }
  }
  return { documentOf, policy }
}

/** Structured data (https://schema.org). The sample quotes aren't reviews, so there are no ratings. */
function structuredDataOf(publicUrl: string, description: string) {
  const maker = { '@id': `${publicUrl}/#maker` }
  const address = `${publicUrl}/`
  return {
    '@context': 'https://schema.org',
    '@graph': [
      { '@type': 'Organization', ...maker, name: product.maker, url: address, email: product.supportEmail },
      { '@type': 'WebSite', name: product.name, url: address, inLanguage: 'en', publisher: maker },
      {
        '@type': 'SoftwareApplication',
        name: product.name,
        url: address,
        description,
        image: publicUrl + SOCIAL_PICTURE,
        applicationCategory: 'BusinessApplication',
        operatingSystem: 'Any, in a web browser',
        publisher: maker,
      },
    ],
  }
}
