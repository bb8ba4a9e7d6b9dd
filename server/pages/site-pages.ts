import type { FastifyInstance, FastifyReply } from 'fastify'
import { pages, pagesOf } from '../../contract/pages/pages.ts'
import { copyright } from '../../contract/product.ts'
import type { Deps, ServerOptions } from '../adapters/deps.ts'
import { isUnchanged } from '../http/etag.ts'
import { escapeHtml } from '../http/html.ts'
import { loadSiteDocument } from './site-document.ts'

/** Paths that search engines skip: API responses, personal pages and pages that need a session. */
const closedToRobots = ['/api', '/sandbox', ...closedSections()]

/** The first segments of paths without any page for search engines. */
function closedSections(): string[] {
  const sections = (isIndexable: boolean) =>
    Object.values(pages)
      .filter((page) => page.isIndexable === isIndexable)
      .map(({ path }) => `/${path.split('/')[1]}`)
  const open = sections(true)
  return [...new Set(sections(false))].filter((section) => !open.includes(section))
}

/** Only the section: `Disallow: /help` would also exclude the pages of a host with the handle `helpdesk` (RFC 9309). */
const exclude = (section: string) => ['$', '/', '?'].map((end) => `Disallow: ${section}${end}`)

/** The marketing pages, robots.txt and sitemap.xml. */
export async function registerSitePages(
  app: FastifyInstance,
  { now, publicUrl }: Deps,
  options: ServerOptions,
): Promise<void> {
  const { documentOf, policy } = await loadSiteDocument(options)
  const { operator } = options

  for (const kind of pagesOf('site')) {
    let made = documentOf({ kind, copyright: copyright(now()), operator })
    app.get(pages[kind].path, (request, reply) => {
      const line = copyright(now())
      if (line !== made.copyright) made = documentOf({ kind, copyright: line, operator })
      reply.header('cache-control', 'no-cache').header('content-security-policy', policy)
      if (isUnchanged(request, reply, made.etag)) return reply.status(304).send()
      return reply.type('text/html; charset=utf-8').send(made.html)
    })
  }

  const text = (reply: FastifyReply, type: string, body: string) =>
    reply.type(`${type}; charset=utf-8`).header('cache-control', 'no-cache').send(body)
  app.get('/robots.txt', (_request, reply) =>
    text(
      reply,
      'text/plain',
      [
        'User-agent: *',
        'Allow: /',
        ...closedToRobots.flatMap(exclude),
        '',
        `Sitemap: ${publicUrl}/sitemap.xml`,
        '',
      ].join('\n'),
    ),
  )
  app.get('/sitemap.xml', (_request, reply) =>
    text(
      reply,
      'application/xml',
      '<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">' +
        pagesOf('site')
          .map((name) => `<url><loc>${escapeHtml(publicUrl + pages[name].path)}</loc></url>`)
          .join('') +
        '</urlset>\n',
    ),
  )
}
