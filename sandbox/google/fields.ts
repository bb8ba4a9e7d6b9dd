/** A plain object (never null or an array). */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** The one text of that name in a query, form or JSON body; the first, where it is given twice. */
export function text(source: unknown, name: string): string | undefined {
  return texts(source, name)[0]
}

/** Every text of that name in a query, form or JSON body. */
export function texts(source: unknown, name: string): string[] {
  const value = isRecord(source) ? source[name] : undefined
  return (Array.isArray(value) ? value : [value]).filter((one): one is string => typeof one === 'string')
}
