import type { Price } from '../objects.ts'

export const DAY = 86_400

/**
 * The end of the period that starts at `start`: whole intervals after the anchor in UTC, capped at the end of the
 * month.
 */
export function periodEnd(price: Price, anchor: number, start: number): number {
  const months = price.recurring.interval === 'year' ? 12 : 1
  for (let periods = 1; ; periods++) {
    const end = addMonths(anchor, periods * months)
    if (end > start) return end
  }
}

/** Adds calendar months in UTC. */
export function addMonths(seconds: number, months: number): number {
  const from = new Date(seconds * 1000)
  const [year, month] = [from.getUTCFullYear(), from.getUTCMonth() + months]
  const lastDay = new Date(Date.UTC(year, month + 1, 0)).getUTCDate()
  const timeOfDay = seconds % DAY
  return Date.UTC(year, month, Math.min(from.getUTCDate(), lastDay)) / 1000 + timeOfDay
}
