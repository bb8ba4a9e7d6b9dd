import type { FastifyInstance } from 'fastify'
import { DAY } from '../../availability/units.ts'
import { product } from '../../contract/product.ts'
import type { Deps } from '../adapters/deps.ts'

/** RFC 9116 recommends less than a year. */
const VALID_MS = 180 * DAY
const PATH = '/.well-known/security.txt'

/** Where to report security problems (RFC 9116). */
export function registerSecurityTxt(app: FastifyInstance, { now, publicUrl }: Deps): void {
  app.get(PATH, (_request, reply) =>
    reply
      .type('text/plain; charset=utf-8')
      .header('cache-control', 'no-cache')
      .send(
        [
          `Contact: mailto:${product.supportEmail}`,
          `Expires: ${new Date(now() + VALID_MS).toISOString().slice(0, 10)}T00:00:00Z`,
          'Preferred-Languages: en',
          `Canonical: ${publicUrl}${PATH}`,
          '',
        ].join('\n'),
      ),
  )
}
