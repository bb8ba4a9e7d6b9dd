import { product } from '../../contract/product.ts'
import { escapeHtml } from '../http/html.ts'

interface Operation {
  summary: string
  security?: unknown
  parameters: { name: string; in: string; required: boolean; schema: unknown }[]
  requestBody?: { content: { 'application/json': { schema: unknown } } }
  responses: Record<string, { description: string; content?: Record<string, { schema: unknown }> }>
}

const style = `
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif }
body { max-width: 60rem; margin: 0 auto; padding: 2rem 1rem }
h2 { margin-top: 2.5rem; font-size: 1.1rem; overflow-wrap: anywhere }
pre { overflow: auto; padding: 1rem; border: 1px solid; border-radius: .5rem; font-size: .85rem }
summary { cursor: pointer; padding: .25rem 0 }
`

/** The OpenAPI document as a readable page without scripts or external resources. */
export function apiDocsPage(document: Record<string, unknown>): string {
  const paths = document['paths'] as Record<string, Record<string, Operation>>
  const sections = Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, operation]) => section(method, path, operation)),
  )
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${product.name} API</title>
<meta name="viewport" content="width=device-width"><style>${style}</style></head><body><main>
<h1>${product.name} API</h1><p>Also available as <a href="/api/openapi.json">OpenAPI 3.1</a>.</p>${sections.join('')}</main></body></html>`
}

function section(method: string, path: string, operation: Operation): string {
  const parameters = operation.parameters.map(
    ({ name, in: where, required }) =>
      `<li><code>${escapeHtml(name)}</code> (${where}${required ? '' : ', optional'})</li>`,
  )
  const answers = Object.entries(operation.responses).flatMap(([status, { description, content = {} }]) =>
    Object.entries(content).map(([type, { schema }]) =>
      details(`${status}: ${description}${type === 'application/json' ? '' : ` (${type})`}`, schema),
    ),
  )
  return `<h2>${method.toUpperCase()} ${escapeHtml(path)}</h2><p>${escapeHtml(operation.summary)}${
    operation.security ? ' (requires a session)' : ''
  }</p><ul>${parameters.join('')}</ul>${
    operation.requestBody ? details('Body', operation.requestBody.content['application/json'].schema) : ''
  }${answers.join('')}`
}

const details = (title: string, schema: unknown) =>
  `<details><summary>${escapeHtml(title)}</summary><pre tabindex="0">${escapeHtml(
    JSON.stringify(schema, null, 2),
  )}</pre></details>`
