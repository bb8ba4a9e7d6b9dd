import { parentPort, workerData } from 'node:worker_threads'
import { parseXml } from './xml.ts'

const parsed = await parseXml(workerData as string).catch(() => null)
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- threads have no origins
parentPort!.postMessage(parsed)
