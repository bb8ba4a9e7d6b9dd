import { parentPort } from 'node:worker_threads'
import type { CalendarTrouble } from '../../../contract/calendars/calendar-connections.ts'
import type { ZoneRules } from '../../../availability/zone-rules.ts'
import { Unreadable } from '../../../contract/icalendar/bounds.ts'
import { type CalendarFile, parseFiles, readFiles, type ReadEntries, type ReadOptions } from './read-files.ts'

/** A reading takes two messages each way, because only the main thread has the time zone rules. */
export type WorkerRequest =
  | { kind: 'parse'; files: readonly CalendarFile[]; options: ReadOptions }
  | { kind: 'read'; zones: ReadonlyMap<string, ZoneRules> }
export type WorkerAnswer =
  | { kind: 'ready' }
  | { kind: 'parsed'; names: string[] }
  | { kind: 'read'; result: ReadEntries }
  | { kind: 'failed'; trouble: CalendarTrouble }

let open: { parsed: ReturnType<typeof parseFiles>['parsed']; options: ReadOptions } | null = null

function answer(request: WorkerRequest): WorkerAnswer {
  try {
    if (request.kind === 'parse') {
      const { parsed, names } = parseFiles(request.files, request.options)
      open = { parsed, options: request.options }
      return { kind: 'parsed', names }
    }
    const { parsed, options } = open!
    open = null
    return { kind: 'read', result: readFiles(parsed, request.zones, options) }
  } catch (error) {
    open = null
    return { kind: 'failed', trouble: error instanceof Unreadable ? error.trouble : 'not_a_calendar' }
  }
}

// oxlint-disable-next-line unicorn/require-post-message-target-origin -- threads have no origins
const send = (message: WorkerAnswer) => parentPort!.postMessage(message)

parentPort!.on('message', (request: WorkerRequest) => send(answer(request)))
send({ kind: 'ready' })
