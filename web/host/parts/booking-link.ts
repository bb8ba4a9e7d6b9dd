import { bookingPath } from '../../../contract/pages/page-paths.ts'
import { toasts } from '../data/toasts.ts'

export const bookingLink = (bookingUrlId: string) => `${location.origin}${bookingPath(bookingUrlId)}`

/** The link that the host shares, which is readable if it has names. */
export const publicLink = ({ publicPath }: { publicPath: string }) => `${location.origin}${publicPath}`

/** Copies a link and shows a toast; false if it couldn't. */
export async function copyLink(link: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(link)
    toasts.copied()
    return true
  } catch {
    toasts.notCopied(link)
    return false
  }
}
