import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import { describeIssue } from '../../contract/describe-issue.ts'
import type { Endpoint } from '../../contract/endpoint.ts'
import { endpoints, type Endpoints } from '../../contract/api/endpoints.ts'
import { messages, type Success } from '../../contract/errors.ts'
import { BASE_PATH, type Route, routes, type RouteName } from '../../contract/api/routes.ts'
import type { Deps } from '../adapters/deps.ts'
import { type Caller, hasScope } from './caller.ts'
import { errorTrace } from './error-summary.ts'
import { AppError, invalid, notFound } from './errors.ts'
import { limitCall } from './request-limits.ts'
import { isUnchanged, weakEtag } from './etag.ts'
import { sendContent } from './kept-answers/content.ts'
import type { KeptAnswers, Lifetime } from './kept-answers/kept-answers.ts'

type Parsed<E, Part extends string> = E extends { [key in Part]: infer Schema extends z.ZodType }
  ? z.output<Schema>
  : undefined

/** What a handler gets: its validated input, who calls, and the adapters. */
export interface Call<Name extends RouteName> {
  deps: Deps
  params: Parsed<Endpoints[Name], 'params'>
  query: Parsed<Endpoints[Name], 'query'>
  body: Parsed<Endpoints[Name], 'body'>
  headers: Parsed<Endpoints[Name], 'headers'>
  caller: { host: Caller; optional: Caller | null; anyone: null }[Endpoints[Name]['access']]
  request: FastifyRequest
  /**
   * Says how long the answer holds, so that others who ask for the same get it too. Only calls in `keptCalls` are kept.
   */
  keep: (lifetime: Lifetime) => void
}

/** Calls that many people make without a token, and get the same answer. */
const keptCalls: ReadonlySet<RouteName> = new Set(['listSlots'])

export type Handler<Name extends RouteName> = (
  call: Call<Name>,
) => Promise<z.input<Endpoints[Name]['output']>>

export type Handlers = { [Name in RouteName]: Handler<Name> }

interface EndpointParts {
  handlers: Handlers
  keptAnswers: KeptAnswers
  /** Who calls. Throws if the token isn't valid. */
  authenticate: (deps: Deps, request: FastifyRequest) => Promise<Caller>
  /** Writes a refusal that its host should hear of to their activity. */
  recordRefusal: (deps: Deps, error: unknown) => Promise<void>
}

/**
 * Registers a route for every endpoint of the contract. Callers who aren't allowed are refused before a body is read.
 */
export function registerEndpoints(
  app: FastifyInstance,
  deps: Deps,
  { handlers, keptAnswers, authenticate, recordRefusal }: EndpointParts,
): void {
  const callers = new WeakMap<FastifyRequest, Caller>()
  for (const name of Object.keys(routes) as RouteName[]) {
    const { method, path, alias, file }: Route = routes[name]
    const endpoint: Endpoint = endpoints[name]
    const handler = handlers[name] as unknown as (call: Record<string, unknown>) => Promise<unknown>
    const handle = (request: FastifyRequest, caller: Caller | null, keep: (lifetime: Lifetime) => void) =>
      handler({ deps, ...parseInput(endpoint, request), caller, request, keep }).catch(
        async (error: unknown) => {
          await recordRefusal(deps, error).catch((failure: unknown) =>
            request.log.error({ trace: errorTrace(failure) }, 'recording a refusal failed'),
          )
          throw error
        },
      )
    app.route({
      method: alias ? [method, alias] : method,
      ...limitCall(name),
      // What is kept is compressed once, by `sendContent`.
      ...(keptCalls.has(name) && { compress: false, decompress: false }),
      url: BASE_PATH + path.replaceAll(/\{(\w+)\}/g, ':$1'),
      onRequest: async (request) => {
        const { access } = endpoint
        const isIdentified = access === 'optional' && Boolean(request.headers.authorization)
        if (access !== 'host' && !isIdentified) return
        const caller = await authenticate(deps, request)
        assertInScope(caller, endpoint)
        callers.set(request, caller)
      },
      handler: async (request, reply) => {
        const caller = callers.get(request) ?? null
        if (keptCalls.has(name) && caller === null) {
          reply.header('cache-control', 'private, no-cache')
          const content = await keptAnswers.get(request.url, async () => {
            let lifetime: Lifetime | null = null
            const output = await handle(request, caller, (given) => (lifetime = given))
            return { content: JSON.stringify(answerOf(endpoint, output)), headers: JSON_HEADERS, lifetime }
          })
          return sendContent(request, reply, content)
        }
        const output = await handle(request, caller, () => {})
        if (file) {
          const parts = await startStream(output as AsyncIterable<FilePart>, request)
          const charset = file.type.startsWith('text/') ? '; charset=utf-8' : ''
          return reply
            .type(file.type + charset)
            .header('content-disposition', `attachment; filename="${file.name}"`)
            .send(Readable.from(parts))
        }
        const answer = answerOf(endpoint, output)
        if (endpoint.isPolled) {
          reply.header('cache-control', 'private, no-cache')
          if (isUnchanged(request, reply, weakEtag(JSON.stringify(answer)))) return reply.status(304).send()
        }
        reply.status(endpoint.status ?? 200)
        return answer
      },
    })
  }
}

const JSON_HEADERS = { 'content-type': 'application/json; charset=utf-8' }

/** Also strips fields that the contract doesn't name, so that nothing private leaks. */
const answerOf = ({ output }: Endpoint, data: unknown) =>
  ({ success: true, data: output.parse(data) }) satisfies Success<unknown>

/** Throws `forbidden` if a program makes a call that its host didn't allow it. */
function assertInScope(caller: Caller, { scopes }: Endpoint): void {
  if (caller.kind === 'session' || scopes?.every((scope) => hasScope(caller, scope))) return
  throw new AppError('forbidden', messages.outOfScope)
}

type FilePart = string | Uint8Array

/**
 * Waits for a file's first part, so that an early failure is answered like any other. A later one cuts the file off.
 */
async function startStream(
  parts: AsyncIterable<FilePart>,
  request: FastifyRequest,
): Promise<AsyncIterable<FilePart>> {
  const iterator = parts[Symbol.asyncIterator]()
  let next = await iterator.next()
  return (async function* () {
    try {
      for (; !next.done; next = await iterator.next()) yield next.value
    } catch (error) {
      request.log.error(
        { trace: errorTrace(error), route: request.routeOptions.url },
        'sending a file failed',
      )
      // oxlint-disable-next-line preserve-caught-error -- The cause would be logged with the query and its parameters.
      throw new Error('Sending the file failed')
    } finally {
      await iterator.return?.()
    }
  })()
}

function parseInput(endpoint: Endpoint, request: FastifyRequest) {
  const fields: Record<string, string> = {}
  const read = (schema: z.ZodType | undefined, value: unknown) => {
    if (!schema) return undefined
    if (typeof value !== 'object' || value === null || Array.isArray(value)) {
      fields['body'] = 'Send a JSON object'
      return undefined
    }
    const result = schema.safeParse(value, { error: describeIssue })
    if (result.success) return result.data
    for (const issue of result.error.issues) fields[issue.path.join('.')] ??= issue.message
    return undefined
  }
  const params = endpoint.params?.safeParse(request.params)
  const input = {
    params: params?.data,
    query: read(endpoint.query, request.query),
    headers: read(endpoint.headers, request.headers),
    body: read(endpoint.body, request.body),
  }
  if (Object.keys(fields).length > 0) throw invalid(fields)
  if (params?.success === false) throw notFound()
  return input
}
