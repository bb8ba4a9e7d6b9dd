export const LOADING = 'Loading bookings...'

/**
 * Says which bookings of a list are shown. While another page loads, `shown` is still the previous one's; a page
 * beyond the last one is about to become the last one.
 */
export function shownText(list: { page: number; pageSize: number; shown: number; total: number }): string {
  const { page, pageSize, shown, total } = list
  if (total === 0) return '0 bookings'
  const before = (page - 1) * pageSize
  if (shown === 0 || before >= total) return LOADING
  return `Showing ${before + 1}-${Math.min(before + shown, total)} of ${total} bookings`
}
