import type { FastifyInstance } from 'fastify'

const ALLOWED_SECONDS = '3600'

/** Lets pages of any origin make a call with a token, like Google's API. */
export function allowCrossOrigin(app: FastifyInstance, path: string): void {
  app.addHook('onRequest', async ({ url, headers }, reply) => {
    if (!url.startsWith(`${app.prefix}${path}`) || headers.origin === undefined) return
    reply.headers({ 'access-control-allow-origin': headers.origin, vary: 'Origin' })
  })
  app.options(path, (_request, reply) =>
    reply
      .headers({
        'access-control-allow-methods': 'POST',
        'access-control-allow-headers': 'authorization, content-type',
        'access-control-max-age': ALLOWED_SECONDS,
      })
      .send(''),
  )
}
