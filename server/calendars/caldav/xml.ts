import { davRequest } from 'tsdav'

/** What a 207 response says, as tsdav reads it. */
export interface ParsedXml {
  resources: ParsedResource[]
  syncToken: string | null
}

export interface ParsedResource {
  href: string
  /** Of the resource as a whole; 200 if the response gives each property's own. */
  status: number
  /** Those it has, by their names in camel case without namespace. */
  props: Readonly<Record<string, unknown>>
  /** Whether the server failed to read some of its properties. */
  hasFailed: boolean
  /** Whether the server shows some of it to others alone. */
  isForbidden: boolean
}

/** Takes seconds for a large text. Null for what isn't a multistatus. */
export async function parseXml(text: string): Promise<ParsedXml | null> {
  const headers = { 'content-type': 'application/xml' }
  const parsed = await davRequest({
    url: 'parsed:',
    init: { method: 'PROPFIND', body: {} },
    fetch: async () => new Response(withLiterals(text), { status: 207, headers }),
  })
  const { multistatus } = fieldsOf(parsed[0]?.raw)
  if (multistatus === undefined) return null
  const { response, syncToken } = fieldsOf(multistatus)
  const raw = [response ?? []].flat()
  return {
    resources: parsed.flatMap(({ href: named, status, props = {} }, index) => {
      const ofProps = propstatStatuses(raw[index])
      const hasFailed = ofProps.some((each) => each >= 500)
      const isForbidden = [status, ...ofProps].some((each) => each === 401 || each === 403)
      const said = { status: status === 207 ? 200 : status, props, hasFailed, isForbidden }
      // A status can be that of several resources.
      return [named].flat().flatMap((each) => {
        const href = textOf(each)
        return href === null ? [] : [{ href, ...said }]
      })
    }),
    syncToken: textOf(syncToken),
  }
}

/** CDATA, which stays as it is, or a text that tsdav would make a number or a boolean of. */
const LITERAL = /<!\[CDATA\[[^]*?(?:\]\]>|$)|>\s*(-?\d[\d.]*(?:e[+-]?\d+)?|true|false)\s*(?=<\/)/gi

/** A calendar can be called `2.5` or `True`. */
const withLiterals = (xml: string) =>
  xml.replaceAll(LITERAL, (found, text: string | undefined) =>
    text === undefined ? found : `><![CDATA[${text}]]>`,
  )

const propstatStatuses = (response: unknown): number[] =>
  [fieldsOf(response)['propstat'] ?? []]
    .flat()
    .map((propstat) => Number(/\b\d{3}\b/.exec(textOf(fieldsOf(propstat)['status']) ?? '')?.[0] ?? 200))

export const fieldsOf = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}

/** An element's text; null if it has none. */
export function textOf(value: unknown): string | null {
  if (typeof value === 'string') return value || null
  const { _cdata: cdata } = fieldsOf(value)
  return Array.isArray(cdata) ? cdata.join('') : typeof cdata === 'string' ? cdata : null
}
