import { linksInText, mayBeBookingLink } from './links.ts'

// Everything that we know about the structure of Google Calendar's page. It isn't documented and can change at any
// time.

/** The bubble over the calendar, or any other dialog. */
const DIALOG = '[role="dialog"]'
/** The description of an entry in its bubble. */
const DESCRIPTION = '#xDetDlgDesc'
/** What closes the bubble. */
const CLOSE_BUTTON = '#xDetDlgCloseBu, [aria-label="Close"]'
/** The page where an entry is edited, and its description there. */
const EVENT_PAGE = /\/eventedit(\/|$)/
const DESCRIPTION_EDITOR = '[role="textbox"][contenteditable="true"]'
/** One of these is on every page of the calendar. */
const LANDMARKS = '[role="main"], [data-eventchip], [data-eventid], [data-datekey]'
/** Elements that end a line of text. */
const LINE_ENDS = 'br, p, div, li, ul, ol, tr, table, h1, h2, h3, h4, h5, h6, blockquote'

/** An open entry of the calendar whose description may link to a booking. */
export interface OpenEntry {
  links: string[]
  /** The panel goes after this element. */
  after: Element
  /** The focus goes here when someone leaves the panel with Escape. */
  back: HTMLElement | null
  layout: 'bubble' | 'page'
}

export interface CalendarView {
  entry: OpenEntry | null
  /** Whether the page has a link to a booking only where we expect one. */
  isRecognized: boolean
}

export function readCalendar(root: ParentNode, path: string): CalendarView {
  const isPage = EVENT_PAGE.test(path)
  for (const description of root.querySelectorAll<HTMLElement>(DESCRIPTION)) {
    const links = bookingLinks(description)
    if (links.length === 0) continue
    const dialog = description.closest<HTMLElement>(DIALOG)
    const back = dialog?.querySelector<HTMLElement>(CLOSE_BUTTON) ?? dialog
    return { entry: { links, after: description, back, layout: 'bubble' }, isRecognized: true }
  }
  if (isPage) {
    for (const editor of root.querySelectorAll<HTMLElement>(DESCRIPTION_EDITOR)) {
      const links = bookingLinks(editor)
      // Inside the editor's own box, Google's script would take the panel for its own.
      const after = editor.parentElement ?? editor
      if (links.length > 0)
        return { entry: { links, after, back: editor, layout: 'page' }, isRecognized: true }
    }
  }
  const others = isPage ? root.querySelectorAll('body') : root.querySelectorAll(DIALOG)
  return { entry: null, isRecognized: [...others].every((other) => bookingLinks(other).length === 0) }
}

/** Whether this looks like the calendar at all, once it has loaded. */
export const hasCalendar = (root: ParentNode, path: string): boolean =>
  EVENT_PAGE.test(path) || root.querySelector(LANDMARKS) !== null

/** In their order. */
const bookingLinks = (element: Element): string[] => linksInText(textOf(element)).filter(mayBeBookingLink)

/**
 * The text with its line breaks, and with the `href`s of links to bookings, whose own text may be shortened. Google
 * splits long words with elements that aren't shown, so those add nothing.
 */
function textOf(element: Element): string {
  let text = ''
  for (const child of element.childNodes) {
    if (child.nodeType === Node.TEXT_NODE) text += child.textContent
    if (child.nodeType !== Node.ELEMENT_NODE) continue
    const inner = child as Element
    const href = inner.getAttribute('href')
    if (href !== null && mayBeBookingLink(href)) text += `\n${href}\n`
    else text += inner.matches(LINE_ENDS) ? `\n${textOf(inner)}\n` : textOf(inner)
  }
  return text
}
