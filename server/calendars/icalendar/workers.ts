import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import type { ZoneRules } from '../../../availability/zone-rules.ts'
import type { CalendarTrouble } from '../../../contract/calendars/calendar-connections.ts'
import { CalendarError } from '../../adapters/calendar-provider.ts'
import { Turns } from '../reading-turns.ts'
import { endsAtCpuLimit } from './cpu-limit.ts'
import type { CalendarFile, ReadEntries, ReadOptions } from './read-files.ts'
import type { WorkerAnswer, WorkerRequest } from './worker.ts'

/** CPU time, so that a busy machine doesn't make files too complex. */
const CPU_LIMIT_MS = 3_000
/** So that a thread that waits for something doesn't keep its place. */
const TIME_LIMIT_MS = 30_000
const IDLE_MS = 10_000
const RESOURCE_LIMITS = { maxOldGenerationSizeMb: 96, maxYoungGenerationSizeMb: 16, stackSizeMb: 4 }

// The build has the same files in JavaScript.
const WORKER = new URL(`./worker${path.extname(import.meta.filename)}`, import.meta.url)

type FindRules = (names: readonly string[]) => ReadonlyMap<string, ZoneRules>

interface Reader {
  worker: Worker
  /** The reading that it is busy with. */
  task: { answered: (answer: WorkerAnswer) => void; failed: (trouble: CalendarTrouble) => void } | null
  /** Ends it once it has been idle for a while. */
  timer: NodeJS.Timeout | undefined
}

const idle = new Set<Reader>()
const turns = new Turns({ limit: 2, slowMs: 500 })

/** Reads files in another thread, which is ended if that takes too much time or memory. */
export const runInWorker = (
  files: readonly CalendarFile[],
  options: ReadOptions,
  findRules: FindRules,
): Promise<ReadEntries> => turns.run(() => run(files, options, findRules))

async function run(
  files: readonly CalendarFile[],
  options: ReadOptions,
  findRules: FindRules,
): Promise<ReadEntries> {
  const reader = takeReader() ?? (await createReader())
  const { worker } = reader
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- threads have no origins
  const send = (request: WorkerRequest) => worker.postMessage(request)
  let isFree = false
  const watching = new AbortController()
  try {
    return await new Promise<ReadEntries>((resolve, reject) => {
      const failed = (trouble: CalendarTrouble) =>
        reject(new CalendarError('rejected', `Unreadable calendar (${trouble})`, { trouble }))
      const answered = (answer: WorkerAnswer) => {
        isFree = answer.kind !== 'parsed'
        if (answer.kind === 'read') resolve(answer.result)
        else if (answer.kind === 'failed') failed(answer.trouble)
        else if (answer.kind === 'parsed') send({ kind: 'read', zones: findRules(answer.names) })
      }
      reader.task = { answered, failed }
      for (const limit of [
        endsAtCpuLimit(worker, CPU_LIMIT_MS, watching.signal),
        endsInTime(watching.signal),
      ])
        void limit.then((isAtLimit) => isAtLimit && failed('too_complex'))
      send({ kind: 'parse', files, options })
    })
  } finally {
    watching.abort()
    reader.task = null
    if (isFree) keepReader(reader)
    else await worker.terminate()
  }
}

const endsInTime = (signal: AbortSignal): Promise<boolean> =>
  pause(TIME_LIMIT_MS, true, { signal }).catch(() => false)

function takeReader(): Reader | null {
  for (const reader of idle) {
    idle.delete(reader)
    clearTimeout(reader.timer)
    reader.worker.ref()
    return reader
  }
  return null
}

/** Resolves once it has loaded its code, which doesn't count as time that files take. */
function createReader(): Promise<Reader> {
  const worker = new Worker(WORKER, { resourceLimits: RESOURCE_LIMITS, env: {}, execArgv: [] })
  const reader: Reader = { worker, task: null, timer: undefined }
  return new Promise((resolve, reject) => {
    worker.on('message', (answer: WorkerAnswer) => {
      if (answer.kind === 'ready') resolve(reader)
      else reader.task?.answered(answer)
    })
    worker.on('error', (error: NodeJS.ErrnoException) => {
      reject(error)
      reader.task?.failed(error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? 'too_complex' : 'not_a_calendar')
    })
    worker.on('exit', () => {
      idle.delete(reader)
      reader.task?.failed('too_complex')
    })
  })
}

/** For the next files. An idle worker doesn't keep the process alive. */
function keepReader(reader: Reader): void {
  reader.worker.unref()
  reader.timer = setTimeout(() => {
    idle.delete(reader)
    void reader.worker.terminate()
  }, IDLE_MS).unref()
  idle.add(reader)
}
