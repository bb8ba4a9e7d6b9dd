import type { ErrorCode } from '../../contract/errors.ts'
import { openApiDocument } from '../../server/api-docs/openapi.ts'

/** What a JSON schema in the OpenAPI document can say. */
export interface Schema {
  type?: string | string[]
  const?: unknown
  enum?: unknown[]
  anyOf?: Schema[]
  properties?: Record<string, Schema>
  required?: string[]
  items?: Schema
  maxItems?: number
  minimum?: number
  maximum?: number
  format?: string
}

interface Parameter {
  name: string
  in: 'path' | 'query' | 'header'
  required: boolean
  schema: Schema
}

export interface Operation {
  operationId: string
  method: string
  path: string
  parameters: Parameter[]
  body: Schema | null
  /** The statuses of its answers, each with the codes it can have. A success has none. */
  answers: Map<number, ReadonlySet<ErrorCode>>
  /** The media type of a success. */
  mediaType: string
}

interface Described {
  operationId: string
  parameters: Parameter[]
  requestBody?: { content: { 'application/json': { schema: Schema } } }
  responses: Record<string, { content?: Record<string, { schema: Schema }> }>
}

/** Every operation of the OpenAPI document. */
export function readOperations(): Operation[] {
  const paths = openApiDocument()['paths'] as Record<string, Record<string, Described>>
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { operationId, parameters, requestBody, responses }]) => ({
      operationId,
      method: method.toUpperCase(),
      path,
      parameters,
      body: requestBody?.content['application/json'].schema ?? null,
      answers: new Map(
        Object.entries(responses).map(([status, { content }]) => [Number(status), codesIn(content)]),
      ),
      mediaType: Object.keys((responses['200'] ?? responses['201'])!.content!)[0]!,
    })),
  )
}

const codesIn = (content: Described['responses'][string]['content']) =>
  new Set(content?.['application/json']?.schema.properties?.['code']?.enum as ErrorCode[] | undefined)

/** Whether an operation's answers include this one. Only failures have a code. */
export function isDocumented({ answers }: Operation, status: number, code?: ErrorCode): boolean {
  const codes = answers.get(status)
  return codes !== undefined && (code === undefined ? codes.size === 0 : codes.has(code))
}
