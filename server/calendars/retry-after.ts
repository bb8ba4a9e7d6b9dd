/** The `Retry-After` of a response in milliseconds: seconds, or a date relative to the response's own `Date`. */
export function retryAfterMs(headers: Headers | undefined): number | undefined {
  const value = headers?.get('retry-after')?.trim()
  if (!value) return undefined
  if (/^\d{1,9}$/.test(value)) return Number(value) * 1000
  // Without the response's date, our own clock has to do.
  const waitMs = Date.parse(value) - Date.parse(headers?.get('date') ?? new Date().toUTCString())
  return Number.isNaN(waitMs) ? undefined : Math.max(0, waitMs)
}
