/// <reference lib="esnext.temporal" preserve="true" />
import type { Entries, Entry } from './entry.ts'
import { occurrences, parseRecurrence } from './recurrence.ts'
import type { When, Window } from './when.ts'
import { fromMs, meetsWindow, toMs } from './when.ts'

/** How far past now an open-ended list reaches. */
const HORIZON_MS = 2 * 365 * 86_400_000

/** Which items of a calendar a list shows. */
export interface View {
  window: Window
  /** Instances instead of recurring entries. */
  singleEvents: boolean
  showDeleted: boolean
  calendarZone: string
  /** When the list was requested, which limits endless recurrences. */
  at: number
}

/** The items of a list, unordered. */
export function viewItems(entries: Entries, view: View): Entry[] {
  return [...entries.values()].flatMap((entry) => {
    if (entry.recurringEventId) return view.singleEvents ? [] : exceptionItems(entry, entries, view)
    if (entry.recurrence && view.singleEvents)
      return entry.status === 'cancelled' ? [] : instances(entry, entries, view)
    if (entry.status === 'cancelled' && !view.showDeleted) return []
    if (entry.recurrence) return instances(entry, entries, view).length > 0 ? [entry] : []
    return meetsWindow(entry.start, entry.end, view.window, view.calendarZone) ? [entry] : []
  })
}

/** The instance of a recurring entry with that id, if the rule yields it. */
export function findInstance(entries: Entries, instanceId: string, calendarZone: string): Entry | undefined {
  const masterId = instanceId.slice(0, Math.max(0, instanceId.lastIndexOf('_')))
  const master = entries.get(masterId)
  if (!master?.recurrence || master.status === 'cancelled') return undefined
  const originalMs = Date.parse(expandBasic(instanceId.slice(masterId.length + 1)))
  if (Number.isNaN(originalMs)) return undefined
  // A day starts up to 14 hours before or after the same day in UTC.
  const endMs = originalMs + 2 * 86_400_000
  return [...expand(master, calendarZone, endMs)].find((instance) => instance.id === instanceId)
}

/** What remains of a deleted item. */
export interface CancelledItem {
  kind: string
  etag: string
  id: string
  status: 'cancelled'
  recurringEventId?: string
  originalStartTime?: When
}

/** A deleted item as an incremental list returns it. */
export function cancelledItem({ id, etag, recurringEventId, originalStartTime }: Entry): CancelledItem {
  return {
    kind: 'calendar#event',
    etag,
    id,
    status: 'cancelled',
    ...(recurringEventId ? { recurringEventId } : {}),
    ...(originalStartTime ? { originalStartTime } : {}),
  }
}

function exceptionItems(exception: Entry, entries: Entries, view: View): Entry[] {
  const master = entries.get(exception.recurringEventId!)
  if (!master || master.status === 'cancelled') return []
  return meetsWindow(exception.start, exception.end, view.window, view.calendarZone) ? [exception] : []
}

function instances(master: Entry, entries: Entries, view: View): Entry[] {
  const endMs = view.window.max ?? view.at + HORIZON_MS
  const items = new Map<string, Entry>()
  for (const instance of expand(master, view.calendarZone, endMs)) items.set(instance.id, instance)
  // A change can move an instance into the window from outside.
  for (const exception of entries.values()) {
    if (exception.recurringEventId !== master.id) continue
    const beyond = toMs(exception.originalStartTime!, view.calendarZone) >= endMs
    if (items.has(exception.id) || (beyond && findInstance(entries, exception.id, view.calendarZone))) {
      items.set(exception.id, exception)
    }
  }
  return [...items.values()].filter(
    (item) =>
      (view.showDeleted || item.status !== 'cancelled') &&
      meetsWindow(item.start, item.end, view.window, view.calendarZone),
  )
}

function* expand(master: Entry, calendarZone: string, endMs: number): Generator<Entry> {
  const { recurrence, ...rest } = master
  const allDay = master.start.date !== undefined
  const zone = allDay ? calendarZone : (master.start.timeZone ?? calendarZone)
  const wall = Temporal.PlainDateTime.from(allDay ? master.start.date! : wallOf(master.start))
  const length = toMs(master.end, calendarZone) - toMs(master.start, calendarZone)
  for (const occurrence of occurrences(wall, zone, parseRecurrence(recurrence!), endMs)) {
    const [start, end] = allDay
      ? daysOf(occurrence.wall.toPlainDate(), master)
      : [fromMs(occurrence.ms, zone), fromMs(occurrence.ms + length, master.end.timeZone ?? zone)]
    const id = `${master.id}_${allDay ? basic(start.date!) : basic(new Date(occurrence.ms).toISOString())}`
    yield { ...rest, id, start, end, recurringEventId: master.id, originalStartTime: start }
  }
}

function daysOf(start: Temporal.PlainDate, master: Entry): [When, When] {
  const length = Temporal.PlainDate.from(master.start.date!).until(master.end.date!)
  return [{ date: start.toString() }, { date: start.add(length).toString() }]
}

function wallOf(start: When): string {
  return start.dateTime!.replace(/(?:Z|[+-]\d{2}:\d{2})$/, '')
}

/** `2026-03-01T14:00:00.000Z` -> `20260301T140000Z`. */
function basic(iso: string): string {
  return iso.replaceAll(/[-:]|\.\d+/g, '')
}

function expandBasic(value: string): string {
  return value
    .replace(/^(\d{4})(\d{2})(\d{2})$/, '$1-$2-$3T00:00:00Z')
    .replace(/^(\d{4})(\d{2})(\d{2})T(\d{2})(\d{2})(\d{2})Z$/, '$1-$2-$3T$4:$5:$6Z')
}
