import type { CalendarMessage, Reply } from '../messages.ts'
import { type PanelFrame, showPanel } from './panel-frame.ts'
import { hasCalendar, type OpenEntry, readCalendar } from './selectors.ts'

const LOADED_AFTER_MS = 15_000

let shownFor: OpenEntry | null = null
let panel: PanelFrame | null = null
let reported: boolean | null = null
let isScheduled = false
/** Whether the calendar hasn't appeared in time. */
let isMissing = false

const observer = new MutationObserver(schedule)
observer.observe(document.body, { childList: true, subtree: true })
schedule()
setTimeout(() => {
  isMissing = !hasCalendar(document, location.pathname)
  if (isMissing) report(false)
}, LOADED_AFTER_MS)

function schedule() {
  if (isScheduled) return
  isScheduled = true
  requestAnimationFrame(() => {
    isScheduled = false
    look()
  })
}

function look() {
  const { entry, isRecognized } = readCalendar(document, location.pathname)
  // A slow connection may take longer.
  if (isMissing && hasCalendar(document, location.pathname)) {
    isMissing = false
    report(true)
  }
  if (entry !== null || !isRecognized) report(isRecognized)
  const isSame = entry?.after === shownFor?.after && entry?.links.join() === shownFor?.links.join()
  if (isSame && !panel?.isMissing()) return
  panel?.remove()
  panel = null
  shownFor = entry
  if (entry !== null) void show(entry)
}

async function show(entry: OpenEntry) {
  const id = await send({ kind: 'findBooking', links: entry.links })
  // Another entry may have been opened in the meantime.
  if (typeof id === 'string' && shownFor === entry && entry.after.isConnected) panel = showPanel(id, entry)
}

function report(isRecognized: boolean) {
  if (reported === isRecognized) return
  reported = isRecognized
  void send({ kind: 'reportCalendar', isRecognized })
}

/** Null if the extension was updated or removed: this script then belongs to nobody. */
async function send(message: CalendarMessage): Promise<unknown> {
  try {
    const reply = (await chrome.runtime.sendMessage(message)) as Reply | undefined
    return reply?.ok ? reply.answer : null
  } catch {
    if (chrome.runtime?.id === undefined) observer.disconnect()
    return null
  }
}
