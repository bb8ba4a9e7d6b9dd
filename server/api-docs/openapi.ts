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
  const { file }: Route = routes[name]
  const codes: ErrorCode[] = [
    'unknown_client',
    'unknown_host',
    ...endpoint.errors,
    'internal_error',
    'database_unreachable',
  ]
  if (endpoint.body ?? endpoint.query) codes.push('validation_failed')
  if (endpoint.body) codes.push('malformed_json', 'payload_too_large', 'unsupported_media_type')
  if (endpoint.access === 'host') codes.push('authentication_required')
  if (endpoint.access !== 'anyone') codes.push('invalid_token')
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
      ...failures(codes),
    },
  }
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

function failures(codes: ErrorCode[]): Json {
  const byStatus = Map.groupBy(codes, (code) => statusOf[code])
  return Object.fromEntries(
    [...byStatus].map(([status, some]) => [
      status,
      {
        description: some.join(', '),
        ...(status === 503 && {
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
