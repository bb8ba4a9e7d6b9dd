import { invalidRequest } from '../errors.ts'
import type { Sandbox } from '../sandbox.ts'
import { lineItems } from './line-items.ts'

type Fields = Record<string, unknown>

/** Replaces the ids that `expand` names with their objects: `customer`, `data.latest_invoice`. */
export function expand(sandbox: Sandbox, answer: unknown, paths: string[]): unknown {
  return paths.reduce<unknown>(
    (expanded, path) => expandPath(sandbox, expanded, path.split('.'), path),
    answer,
  )
}

function expandPath(sandbox: Sandbox, value: unknown, path: string[], whole: string): unknown {
  const [first, ...rest] = path
  if (Array.isArray(value)) return value.map((one: unknown) => expandPath(sandbox, one, path, whole))
  if (first === undefined || typeof value !== 'object' || value === null) return value
  const fields = value as Fields
  const inner = included(sandbox, fields, first)
  if (inner === undefined) {
    throw invalidRequest(`This property cannot be expanded (${whole}).`, 'expand')
  }
  return { ...fields, [first]: expandPath(sandbox, inner, rest, whole) }
}

function included(sandbox: Sandbox, fields: Fields, name: string): unknown {
  if (name === 'line_items' && fields['object'] === 'checkout.session')
    return lineItems(sandbox, String(fields['id']))
  const value = fields[name]
  return typeof value === 'string' ? (objectOf(sandbox, value) ?? undefined) : value
}

function objectOf({ store, catalog }: Sandbox, id: string): unknown {
  const known = { cus: 'customer', sub: 'subscription', in: 'invoice', pm: 'paymentMethod' } as const
  const prefix = id.slice(0, id.indexOf('_'))
  if (prefix === 'prod') return catalog.products.find((one) => one.id === id)
  const kind = Object.entries(known).find(([start]) => start === prefix)?.[1]
  return kind && store.find(kind, id)
}
