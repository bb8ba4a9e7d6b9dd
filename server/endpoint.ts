import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import type { Endpoint } from '../contract/endpoint.ts'
import { endpoints, type Endpoints } from '../contract/endpoints.ts'
import type { Failure, Success } from '../contract/errors.ts'
import { BASE_PATH, type Route, routes, type RouteName } from '../contract/routes.ts'
import type { Deps } from './app.ts'
import { authenticate, type Host } from './auth/authenticate.ts'
import { AppError, invalid, statusOf } from './errors.ts'
import { traceOf } from './error-summary.ts'

type Parsed<E, Part extends string> = E extends { [key in Part]: infer Schema extends z.ZodType }
  ? z.output<Schema>
  : undefined

/** What an endpoint's function is given: its checked input, who calls, and the adapters. */
export interface Call<Name extends RouteName> {
  deps: Deps
  params: Parsed<Endpoints[Name], 'params'>
  query: Parsed<Endpoints[Name], 'query'>
  body: Parsed<Endpoints[Name], 'body'>
  headers: Parsed<Endpoints[Name], 'headers'>
  host: { host: Host; optional: Host | null; anyone: null }[Endpoints[Name]['access']]
  request: FastifyRequest
}

export type Handler<Name extends RouteName> = (
  call: Call<Name>,
) => Promise<z.input<Endpoints[Name]['output']>>

export type Handlers = { [Name in RouteName]: Handler<Name> }

/** Puts every endpoint of the contract under its path. Whoever may not call is refused before a body is read. */
export function registerEndpoints(app: FastifyInstance, deps: Deps, handlers: Handlers): void {
  const callers = new WeakMap<FastifyRequest, Host>()
  for (const name of Object.keys(routes) as RouteName[]) {
    const { method, path, alias, file }: Route = routes[name]
    const endpoint: Endpoint = endpoints[name]
    const handler = handlers[name] as unknown as (call: Record<string, unknown>) => Promise<unknown>
    app.route({
      method: alias ? [method, alias] : method,
      url: BASE_PATH + path.replaceAll(/\{(\w+)\}/g, ':$1'),
      onRequest: async (request) => {
        const { access } = endpoint
        const isToBeHeeded = access === 'optional' && request.headers.authorization !== undefined
        if (access === 'host' || isToBeHeeded) callers.set(request, await authenticate(deps, request))
      },
      handler: async (request, reply) => {
        const input = checked(endpoint, request)
        const output = await handler({ deps, ...input, host: callers.get(request) ?? null, request })
        if (file) {
          const parts = await begun(output as AsyncIterable<string>, request)
          return reply.type(`${file}; charset=utf-8`).send(Readable.from(parts))
        }
        // Also strips what the contract does not name, so that nothing private slips out.
        const data = endpoint.output.parse(output)
        const answer = { success: true, data } satisfies Success<unknown>
        if (endpoint.isPolled && isKnown(request, reply, answer)) return reply.status(304).send()
        reply.status(endpoint.status ?? 200)
        return answer
      },
    })
  }
}

/**
 * A file from its first part on: what fails before there is one is answered like any other failure. What fails later cuts
 * the file off.
 */
async function begun(parts: AsyncIterable<string>, request: FastifyRequest): Promise<AsyncIterable<string>> {
  const iterator = parts[Symbol.asyncIterator]()
  let next = await iterator.next()
  return (async function* () {
    try {
      for (; !next.done; next = await iterator.next()) yield next.value
    } catch (error) {
      request.log.error({ trace: traceOf(error), route: request.routeOptions.url }, 'file cut off')
      // oxlint-disable-next-line preserve-caught-error -- The cause would be logged along, with all that was asked.
      throw new Error('The file could not be finished')
    } finally {
      await iterator.return?.()
    }
  })()
}

/** Names the answer by what is in it; true where the caller has that one already. Browsers then ask by that name by themselves. */
function isKnown(request: FastifyRequest, reply: FastifyReply, answer: unknown): boolean {
  const tag = `W/"${createHash('sha256').update(JSON.stringify(answer)).digest('base64url').slice(0, 22)}"`
  reply.header('cache-control', 'private, no-cache').header('etag', tag)
  return request.headers['if-none-match']?.split(/,\s*/).includes(tag) ?? false
}

function checked(endpoint: Endpoint, request: FastifyRequest) {
  const fields: Record<string, string> = {}
  const read = (schema: z.ZodObject | undefined, value: unknown) => {
    if (!schema) return undefined
    if (typeof value !== 'object' || value === null || Array.isArray(value)) {
      fields['body'] = 'Send a JSON object'
      return undefined
    }
    const result = schema.safeParse(value)
    if (result.success) return result.data
    for (const issue of result.error.issues) fields[issue.path.join('.')] ??= issue.message
    return undefined
  }
  const input = {
    params: read(endpoint.params, request.params),
    query: read(endpoint.query, request.query),
    headers: read(endpoint.headers, request.headers),
    body: read(endpoint.body, request.body),
  }
  if (Object.keys(fields).length > 0) throw invalid(fields)
  return input
}

export function sendFailure(reply: FastifyReply, error: AppError): FastifyReply {
  if (error.retryAfterSeconds) reply.header('retry-after', error.retryAfterSeconds)
  const failure: Failure = { success: false, error: error.message, code: error.code }
  if (error.fields) failure.fields = error.fields
  return reply.status(statusOf[error.code]).send(failure)
}
