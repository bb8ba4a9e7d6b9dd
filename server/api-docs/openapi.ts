import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import type { Endpoint } from '../../contract/endpoint.ts'
import { endpoints } from '../../contract/api/endpoints.ts'
import type { ErrorCode } from '../../contract/errors.ts'
import { oauthPaths } from '../../contract/account/oauth.ts'
import { paths } from '../../contract/pages/pages.ts'
import { product } from '../../contract/product.ts'
import { BASE_PATH, CLIENT_HEADER, type Route, routes, type RouteName } from '../../contract/api/routes.ts'
import { scopeTexts } from '../../contract/scopes.ts'
import { statusOf } from '../http/errors.ts'
import { isLimited } from '../http/request-limits.ts'
import { apiDocsPage } from './api-docs.ts'

type Json = Record<string, unknown>

const jsonSchema = (schema: z.ZodType, io: 'input' | 'output'): Json => {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    target: 'draft-2020-12',
  })
  return rest
}

/** The OpenAPI 3.1 document of every endpoint, generated from the schemas that validate requests. */
export function openApiDocument(): Json {
  const operationsByPath: Record<string, Json> = {}
  for (const name of Object.keys(routes) as RouteName[]) {
    const { method, path, alias }: Route = routes[name]
    const operations = (operationsByPath[path] ??= {})
    operations[method.toLowerCase()] = operation(name, endpoints[name])
    if (alias) {
      operations[alias.toLowerCase()] = {
        ...operation(name, endpoints[name]),
        operationId: `${name}By${alias}`,
      }
    }
  }
  return {
    openapi: '3.1.0',
    info: { title: product.name, version: '1' },
    servers: [{ url: BASE_PATH }],
    paths: operationsByPath,
    components: { securitySchemes: { session: { type: 'http', scheme: 'bearer' }, token: tokenScheme } },
  }
}

const tokenScheme = {
  type: 'oauth2',
  flows: {
    authorizationCode: {
      authorizationUrl: paths.authorize,
      tokenUrl: oauthPaths.token,
      scopes: scopeTexts,
    },
  },
}

function operation(name: RouteName, endpoint: Endpoint): Json {
  const { method, file }: Route = routes[name]
  return {
    operationId: name,
    summary: endpoint.summary,
    ...(endpoint.access !== 'anyone' && {
      security: [
        ...(endpoint.access === 'optional' ? [{}] : []),
        { session: [] },
        ...(endpoint.scopes ? [{ token: endpoint.scopes }] : []),
      ],
    }),
    parameters: [
      {
        name: CLIENT_HEADER.name,
        in: 'header',
        required: true,
        schema: { const: CLIENT_HEADER.value },
      },
      ...parameters(endpoint.params, 'path'),
      ...parameters(endpoint.query, 'query'),
      ...parameters(endpoint.headers, 'header'),
    ],
    ...(endpoint.body && {
      requestBody: { required: true, content: content(jsonSchema(endpoint.body, 'input')) },
    }),
    responses: {
      [endpoint.status ?? 200]: {
        description: 'Done',
        content: file
          ? { [file.type]: { schema: file.type.startsWith('text/') ? { type: 'string' } : {} } }
          : content({
              type: 'object',
              required: ['success', 'data'],
              properties: { success: { const: true }, data: jsonSchema(endpoint.output, 'output') },
            }),
      },
      ...(endpoint.isPolled && { 304: { description: 'Nothing changed since the ETag in If-None-Match' } }),
      ...failures(codesOf(name, endpoint, method)),
    },
  }
}

/** The codes that a call can answer, each once. */
function codesOf(name: RouteName, endpoint: Endpoint, method: Route['method']): Set<ErrorCode> {
  const codes = new Set<ErrorCode>([
    'unknown_client',
    'unknown_host',
    ...endpoint.errors,
    // A URL or headers can be too large as well.
    'payload_too_large',
    'internal_error',
    'database_unreachable',
  ])
  const add = (...more: ErrorCode[]) => more.forEach((code) => codes.add(code))
  if (endpoint.params) add('not_found')
  if (endpoint.body ?? endpoint.query) add('validation_failed')
  // A body is read even if the call needs none.
  if (method !== 'GET') add('malformed_json', 'unsupported_media_type')
  if (endpoint.access === 'host') add('authentication_required')
  if (endpoint.access !== 'anyone') add('invalid_token', 'forbidden')
  if (isLimited(name)) add('too_many_requests')
  return codes
}

const content = (schema: Json) => ({ 'application/json': { schema } })

function parameters(schema: z.ZodObject | undefined, where: 'path' | 'query' | 'header'): Json[] {
  if (!schema) return []
  const { properties = {}, required = [] } = jsonSchema(schema, 'input') as {
    properties?: Record<string, Json>
    required?: string[]
  }
  return Object.entries(properties).map(([name, property]) => ({
    name,
    in: where,
    required: required.includes(name),
    schema: property,
  }))
}

function failures(codes: Set<ErrorCode>): Json {
  const byStatus = Map.groupBy(codes, (code) => statusOf[code])
  return Object.fromEntries(
    [...byStatus].map(([status, some]) => [
      status,
      {
        description: some.join(', '),
        ...([429, 503].includes(status) && {
          headers: { 'Retry-After': { description: 'Seconds', schema: { type: 'integer' } } },
        }),
        content: content({
          type: 'object',
          required: ['success', 'error', 'code'],
          properties: {
            success: { const: false },
            error: { type: 'string' },
            code: { enum: some },
            fields: { type: 'object', additionalProperties: { type: 'string' } },
          },
        }),
      },
    ]),
  )
}

let made: { document: Json; page: string } | undefined

/** Made when somebody first asks, because it would be most of what a start takes. */
function apiDocs() {
  if (made === undefined) {
    const document = openApiDocument()
    made = { document, page: apiDocsPage(document) }
  }
  return made
}

export function registerApiDocs(app: FastifyInstance): void {
  app.get('/api/openapi.json', () => apiDocs().document)
  app.get('/api/docs', (_request, reply) =>
    reply
      .type('text/html; charset=utf-8')
      .header(
        'content-security-policy',
        "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'",
      )
      .send(apiDocs().page),
  )
}
