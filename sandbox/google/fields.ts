/** Whether it is a plain object (not null, not an array). */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** The first text with that name in a query, form or JSON body. */
export function text(source: unknown, name: string): string | undefined {
  return texts(source, name)[0]
}

/** All texts with that name in a query, form or JSON body. */
export function texts(source: unknown, name: string): string[] {
  const value = isRecord(source) ? source[name] : undefined
  return (Array.isArray(value) ? value : [value]).filter((one): one is string => typeof one === 'string')
}
