import { useServerNow } from '../use-server-now.ts'

/** Whether something hasn't started yet by the server's clock; updates when it starts. */
export function useIsUpcoming(startUtc: string, serverNow: string): boolean {
  const start = Date.parse(startUtc)
  return start > useServerNow(serverNow, () => start)
}
