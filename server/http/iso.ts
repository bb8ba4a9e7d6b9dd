/** An instant (epoch milliseconds) as ISO 8601 in UTC; null stays null. */
export function toIso(at: number): string
export function toIso(at: number | null): string | null
export function toIso(at: number | null): string | null {
  return at === null ? null : new Date(at).toISOString()
}
