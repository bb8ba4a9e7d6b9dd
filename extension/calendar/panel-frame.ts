import { isPanelNote } from '../panel/notes.ts'
import type { OpenEntry } from './selectors.ts'

/** More than this scrolls inside the panel, because Google doesn't expect its bubble to grow. */
const MAX_BUBBLE_HEIGHT = 'min(32rem, 60vh)'

export interface PanelFrame {
  /** Whether Google's script has removed it. A panel that had nothing to show isn't missing. */
  isMissing(): boolean
  remove(): void
}

/**
 * Shows a booking's panel in an entry. It is a page of the extension in a frame, so that neither Google's scripts nor
 * other extensions can read it, and Google's keyboard shortcuts don't apply to what is typed there.
 */
export function showPanel(bookingId: string, { after, back, layout }: OpenEntry): PanelFrame {
  const host = document.createElement('div')
  host.style.cssText = 'all: initial; display: block; margin: 8px 0'
  const frame = document.createElement('iframe')
  const theme = isDark(after) ? 'dark' : 'light'
  frame.src = chrome.runtime.getURL(`panel.html#${theme}/${bookingId}`)
  frame.title = 'Boomtime booking'
  frame.style.cssText = `display: block; width: 100%; height: 0; border: 0; color-scheme: ${theme}`
  if (layout === 'bubble') frame.style.maxHeight = MAX_BUBBLE_HEIGHT
  host.attachShadow({ mode: 'closed' }).append(frame)
  const origin = new URL(frame.src).origin
  const listen = ({ source, origin: from, data }: MessageEvent) => {
    if (source !== frame.contentWindow || from !== origin || !isPanelNote(data)) return
    if (data.kind === 'height') frame.style.height = `${data.height}px`
    else if (data.kind === 'leave') back?.focus()
    else remove()
  }
  let isRemoved = false
  const remove = () => {
    isRemoved = true
    window.removeEventListener('message', listen)
    host.remove()
  }
  window.addEventListener('message', listen)
  after.after(host)
  return { isMissing: () => !isRemoved && !host.isConnected, remove }
}

/** The calendar has a theme of its own, whatever the browser's is. */
function isDark(element: Element): boolean {
  for (let one: Element | null = element; one; one = one.parentElement) {
    const [red = 0, green = 0, blue = 0, alpha = 1] = (
      getComputedStyle(one).backgroundColor.match(/[\d.]+/g) ?? ['0', '0', '0', '0']
    ).map(Number)
    if (alpha > 0.5) return red * 0.299 + green * 0.587 + blue * 0.114 < 128
  }
  return false
}
