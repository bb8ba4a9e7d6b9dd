import type { FastifyInstance } from 'fastify'

/** Parses JSON bodies, treating an empty body as none, and replaces the app's own body parsers. */
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
