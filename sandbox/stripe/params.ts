import { invalidRequest } from './errors.ts'

/** A form as Stripe parses it: `a[b][0]=c` is `{ a: { b: { 0: 'c' } } }`. */
export interface Params {
  [name: string]: string | Params
}

/** Parses a form or query with Stripe's brackets. */
export function parseForm(form: string): Params {
  const root = emptyParams()
  for (const [name, value] of new URLSearchParams(form)) {
    const [, first = name, rest = ''] = /^([^[\]]+)((?:\[[^[\]]*\])*)$/.exec(name) ?? []
    const path = [first, ...rest.split('[').slice(1)].map((part) => part.replace(/\]$/, ''))
    const last = path.pop()!
    let node = root
    for (const part of path) {
      const next = node[part]
      node = typeof next === 'object' ? next : (node[part] = emptyParams())
    }
    // `a[]=…` can repeat; other parameters name their index.
    node[last === '' ? String(Object.keys(node).length) : last] = value
  }
  return root
}

/** No parameters. It has no prototype, so that no name has a special meaning. */
export function emptyParams(): Params {
  return Object.create(null) as Params
}

/** A parameter's name in Stripe's errors: `a[b][0]`. */
export function nameOf([first, ...rest]: readonly string[]): string {
  return `${first}${rest.map((part) => `[${part}]`).join('')}`
}

/** The value at a path, if any. */
function at(params: Params, path: readonly string[]): string | Params | undefined {
  let found: string | Params | undefined = params
  for (const part of path) found = typeof found === 'object' ? found[part] : undefined
  return found
}

/** The text at a path; undefined if there is none. */
export function text(params: Params, ...path: string[]): string | undefined {
  const found = at(params, path)
  if (typeof found === 'object') throw invalidRequest(`Invalid string: {}`, nameOf(path))
  return found
}

/** The text at a path; 400 if there is none. */
export function required(params: Params, ...path: string[]): string {
  const found = text(params, ...path)
  if (found === undefined) {
    throw invalidRequest(`Missing required param: ${nameOf(path)}.`, nameOf(path), 'parameter_missing')
  }
  if (found === '') {
    const message = `You passed an empty string for '${nameOf(path)}'. We assume empty values are an attempt to unset a parameter; however '${nameOf(path)}' cannot be unset.`
    throw invalidRequest(message, nameOf(path), 'parameter_invalid_empty')
  }
  return found
}

/** The whole number at a path; undefined if there is none. */
export function whole(params: Params, ...path: string[]): number | undefined {
  const found = text(params, ...path)
  if (found === undefined) return undefined
  if (!/^-?\d{1,15}$/.test(found)) {
    throw invalidRequest(`Invalid integer: ${found}`, nameOf(path), 'parameter_invalid_integer')
  }
  return Number(found)
}

/** The boolean at a path; undefined if there is none. */
export function flag(params: Params, ...path: string[]): boolean | undefined {
  const found = text(params, ...path)
  if (found === undefined) return undefined
  if (found !== 'true' && found !== 'false') {
    throw invalidRequest(`Invalid boolean: ${found}`, nameOf(path))
  }
  return found === 'true'
}

/** The object at a path; empty if there is none. */
export function branch(params: Params, ...path: string[]): Params {
  const found = at(params, path)
  return typeof found === 'object' ? found : emptyParams()
}

/** The metadata at a path. */
export function metadata(params: Params, ...path: string[]): Record<string, string> {
  return Object.fromEntries(
    Object.keys(branch(params, ...path)).map((key) => [key, text(params, ...path, key) ?? '']),
  )
}

/** 400 for unknown parameters. */
export function onlyKnown(params: Params, known: readonly string[]): void {
  const unknown = Object.keys(params).find((name) => !known.includes(name))
  if (unknown !== undefined) {
    throw invalidRequest(`Received unknown parameter: ${unknown}`, unknown, 'parameter_unknown')
  }
}
