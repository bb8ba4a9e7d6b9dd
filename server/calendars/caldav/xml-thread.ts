import path from 'node:path'
import { Worker } from 'node:worker_threads'
import { CalendarError } from '../../adapters/calendar-provider.ts'
import { Turns } from '../reading-turns.ts'
import type { ParsedXml } from './xml.ts'

// The build has the same files in JavaScript.
const WORKER = new URL(`./xml-worker${path.extname(import.meta.filename)}`, import.meta.url)

/** A list of 30,000 entries takes a second of the processor, which on a busy machine can take several. */
const TIME_LIMIT_MS = 15_000
const RESOURCE_LIMITS = { maxOldGenerationSizeMb: 256, maxYoungGenerationSizeMb: 32 }

/** Large texts are rare, but each takes about 125 MB. */
const turns = new Turns({ limit: 2, slowMs: 5000 })

/** Parses a large text without blocking this thread. Null if it isn't XML. */
export const parseInThread = (xml: string): Promise<ParsedXml | null> => turns.run(() => parse(xml))

async function parse(xml: string): Promise<ParsedXml | null> {
  const worker = new Worker(WORKER, {
    workerData: xml,
    resourceLimits: RESOURCE_LIMITS,
    env: {},
    execArgv: [],
  })
  let timer: NodeJS.Timeout | undefined
  try {
    return await new Promise<ParsedXml | null>((resolve, reject) => {
      const fail = () =>
        reject(new CalendarError('rejected', 'The response is too large', { trouble: 'too_large' }))
      timer = setTimeout(fail, TIME_LIMIT_MS)
      worker.once('message', resolve)
      worker.once('error', fail)
    })
  } finally {
    clearTimeout(timer)
    await worker.terminate()
  }
}
