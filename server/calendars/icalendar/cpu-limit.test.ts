import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { afterEach, expect, test } from 'vitest'
import { endsAtCpuLimit } from './cpu-limit.ts'

const workers: Worker[] = []
afterEach(() => Promise.all(workers.splice(0).map((worker) => worker.terminate())))

async function start(code: string): Promise<Worker> {
  const ready = `const { parentPort } = require('node:worker_threads'); parentPort.postMessage('ready');`
  const worker = new Worker(ready + code, { eval: true, env: {}, execArgv: [] })
  workers.push(worker)
  await once(worker, 'message')
  return worker
}

test('a thread that never lets go is noticed by what it takes of a processor', async () => {
  const worker = await start('for (;;) {}')
  expect(await endsAtCpuLimit(worker, 100, new AbortController().signal)).toBe(true)
})

test('one that waits or has ended is not', async () => {
  const waiting = new AbortController()
  const idle = endsAtCpuLimit(await start('setInterval(() => {}, 1000)'), 10_000, waiting.signal)
  const ended = await start('')
  await ended.terminate()
  expect(await endsAtCpuLimit(ended, 10_000, new AbortController().signal)).toBe(false)
  waiting.abort()
  expect(await idle).toBe(false)
})
