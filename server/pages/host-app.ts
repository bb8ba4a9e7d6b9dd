import fs from 'node:fs'
import path from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { pages, pagesOf } from '../../contract/pages/pages.ts'
import type { ServerOptions } from '../adapters/deps.ts'
import { IMMUTABLE } from '../http/cache-control.ts'
import { sandboxBanner } from '../http/html.ts'
import { withRobots } from './robots.ts'

const BANNER_PLACE = '<!--boomtime:banner-->'

/** The host's app: one document for all screens, and its files with hashed names. */
export async function registerHostApp(app: FastifyInstance, { webDir, mode }: ServerOptions) {
  const root = path.join(webDir, 'host')
  const page = fs
    .readFileSync(path.join(root, 'index.html'), 'utf8')
    .replace(BANNER_PLACE, mode === 'sandbox' ? sandboxBanner : '')
  const send = (reply: FastifyReply, status: number) =>
    reply.status(status).type('text/html; charset=utf-8').header('cache-control', 'no-cache').send(page)

  for (const name of pagesOf('host')) {
    app.get(pages[name].path.replaceAll(/\$(\w+)/g, ':$1'), (_request, reply) => {
      // Coming from Google, any other policy would cut the popup's link to the page that opened it.
      if (name === 'authCallback') reply.header('cross-origin-opener-policy', 'unsafe-none')
      return send(withRobots(reply, name), 200)
    })
  }
  await app.register(fastifyStatic, {
    root,
    index: false,
    wildcard: false,
    // Pages are sent by the routes above.
    globIgnore: ['index.html'],
    preCompressed: true,
    setHeaders(response, file) {
      const hashed = file.includes(`${path.sep}assets${path.sep}`)
      response.header('cache-control', hashed ? IMMUTABLE : 'no-cache')
    },
  })
  // People get the app's page, while programs and missing files get a plain 404.
  const sendUnknown = (request: FastifyRequest, reply: FastifyReply) => {
    if (request.headers.accept?.includes('text/html')) return send(reply, 404)
    reply.callNotFound()
    return reply
  }
  app.get('/*', sendUnknown)
  return { sendUnknown }
}
