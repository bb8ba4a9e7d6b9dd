import type { FastifyInstance } from 'fastify'

/** Reads JSON, and an empty body as none; forgets how the app around reads bodies. */
export function readJsonOnly(app: FastifyInstance): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, body, done) => {
    try {
      done(null, body === '' ? undefined : JSON.parse(String(body)))
    } catch {
      done(Object.assign(new Error('Parse Error'), { statusCode: 400 }))
    }
  })
}
