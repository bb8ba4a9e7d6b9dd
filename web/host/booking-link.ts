import { bookingPath } from '../../contract/event-options.ts'
import { toasts } from './toasts.ts'

export const bookingLink = (bookingUrlId: string) => `${location.origin}${bookingPath(bookingUrlId)}`

export async function copyLink(link: string) {
  try {
    await navigator.clipboard.writeText(link)
    toasts.copied()
  } catch {
    toasts.notCopied(link)
  }
}
