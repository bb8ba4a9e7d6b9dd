import { BASE_PATH, CLIENT_HEADER } from '../../contract/api/routes.ts'
import { product } from '../../contract/product.ts'
import { escapeHtml } from '../http/html.ts'

interface Operation {
  operationId: string
  summary: string
  security?: Record<string, string[]>[]
  parameters: { name: string; in: string; required: boolean; schema: unknown }[]
  requestBody?: { content: { 'application/json': { schema: unknown } } }
  responses: Record<string, { description: string; content?: Record<string, { schema: unknown }> }>
}

const style = `
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif }
body { margin: 0 }
main { max-width: 52rem; padding: 1rem 1rem 4rem; margin: 0 auto; overflow-wrap: anywhere }
nav { max-height: 40vh; padding: 0 1rem 1rem; overflow: auto; border-bottom: 1px solid; font-size: .875rem }
nav p { font-size: 1.25rem; font-weight: 700 }
nav ul { padding: 0; list-style: none }
nav a { display: block; padding: .25rem 0; color: inherit; text-decoration: none; overflow-wrap: anywhere }
nav a:hover { text-decoration: underline }
section { padding-top: 1rem; margin-top: 1.5rem; border-top: 1px solid color-mix(in srgb, currentcolor 25%, transparent) }
h3 { margin: 0; font: 600 1rem/1.5 ui-monospace, monospace }
pre { overflow: auto; padding: 1rem; border: 1px solid; border-radius: .5rem; font-size: .85rem }
summary { cursor: pointer; padding: .25rem 0 }
dt { float: left; clear: left; width: 3rem }
dd { margin: 0 0 0 3rem }
@media (width >= 60rem) {
  body { display: grid; grid-template-columns: 22rem minmax(0, 1fr) }
  nav { position: sticky; top: 0; box-sizing: border-box; max-height: 100vh; border: 0; border-right: 1px solid }
}
`

/** The OpenAPI document as a readable page without scripts or external resources. */
export function apiDocsPage(document: Record<string, unknown>): string {
  const paths = document['paths'] as Record<string, Record<string, Operation>>
  const operations = Object.entries(paths).flatMap(([path, byMethod]) =>
    Object.entries(byMethod).map(([method, operation]) => ({
      title: `${method.toUpperCase()} ${path}`,
      operation,
    })),
  )
  const entries = operations.map(
    ({ title, operation: { operationId } }) => `<li><a href="#${operationId}">${escapeHtml(title)}</a></li>`,
  )
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${product.name} API</title>
<meta name="viewport" content="width=device-width"><style>${style}</style></head><body>
<nav aria-labelledby="operations"><p id="operations">Operations</p><ul>${entries.join('')}</ul></nav>
<main><h1>${product.name} API</h1>
<p>All paths are below <code>${BASE_PATH}</code>. Each request has the header <code>${CLIENT_HEADER.name}: ${CLIENT_HEADER.value}</code>,
and where it says so <code>Authorization: Bearer</code> with a session’s or a program’s token. Bodies and answers are JSON:
<code>{"success": true, "data": …}</code>, or <code>{"success": false, "error": "A text for people", "code": "not_found"}</code>.
Also available as <a href="/api/openapi.json">OpenAPI 3.1</a>.</p>
${operations.map(({ title, operation }) => section(title, operation)).join('')}</main></body></html>`
}

function section(title: string, { operationId, summary, security, ...rest }: Operation): string {
  const parameters = rest.parameters
    .filter(({ name }) => name !== CLIENT_HEADER.name)
    .map(({ name, in: where, required, schema }) =>
      details(`${name} (${where}${required ? '' : ', optional'})`, schema),
    )
  const body = rest.requestBody?.content['application/json'].schema
  const answers = Object.entries(rest.responses)
  const results = answers.flatMap(([status, { content = {} }]) =>
    isFailure(status)
      ? []
      : Object.entries(content).map(([type, { schema }]) =>
          details(`Answer ${status}${type === 'application/json' ? '' : ` (${type})`}`, schema),
        ),
  )
  const others = answers.filter(([status, { content }]) => isFailure(status) || !content)
  return `<section aria-labelledby="${operationId}"><h3 id="${operationId}">${escapeHtml(title)}</h3>
<p>${escapeHtml(summary)}. ${access(security)}</p>${parameters.join('')}${
    body === undefined ? '' : details('Body', body)
  }${results.join('')}<dl>${others
    .map(([status, { description }]) => `<dt>${status}</dt><dd>${escapeHtml(description)}</dd>`)
    .join('')}</dl></section>`
}

const isFailure = (status: string) => Number(status) >= 400

/** Who may call it. */
function access(security: Operation['security']): string {
  if (!security) return 'Needs no token.'
  const scopes = security.flatMap(({ token }) => token ?? [])
  const isOptional = security.some((way) => Object.keys(way).length === 0)
  if (scopes.length === 0)
    return `${isOptional ? 'A session’s token is optional' : 'Needs a session’s token'}.`
  const needed = isOptional ? 'A token is optional' : 'Needs a token'
  return `${needed}; a program’s has the scope ${scopes.map((scope) => `<code>${scope}</code>`).join(', ')}.`
}

const details = (title: string, schema: unknown) =>
  `<details><summary>${escapeHtml(title)}</summary><pre tabindex="0">${escapeHtml(
    JSON.stringify(schema, null, 2),
  )}</pre></details>`
