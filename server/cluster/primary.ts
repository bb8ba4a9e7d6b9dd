import cluster, { type Worker } from 'node:cluster'
import process from 'node:process'
import { setTimeout as delay } from 'node:timers/promises'
import type { Logger } from 'pino'
import { MINUTE } from '../../availability/units.ts'
import { say } from '../adapters/say.ts'
import type { WorkerMessage } from './siblings.ts'

const FIRST_PAUSE_MS = 100
const MAX_PAUSE_MS = 30_000
/** Deaths longer ago don't make the pause longer. */
const REMEMBERED_MS = MINUTE
const MAX_FAILED_STARTS = 5
/** Longer than `serve.ts` takes, however much is left to do. A process that hangs takes no other signal. */
const KILL_AFTER_MS = 19_000

interface PrimaryOptions {
  processes: number
  log: Pick<Logger, 'error'>
  /** Called once all processes serve requests, apart from those that fail to start while others serve. */
  onReady: () => void
  /** How long to wait before a process is replaced for the first time. */
  firstPauseMs?: number
  /** How long the processes may take to end. */
  killAfterMs?: number
}

/**
 * Runs the server in several processes that share its port, replaces those that die, and passes on messages among them.
 * Ends this process when they have ended.
 */
export function runProcesses({
  processes,
  log,
  onReady,
  firstPauseMs = FIRST_PAUSE_MS,
  killAfterMs = KILL_AFTER_MS,
}: PrimaryOptions): void {
  const running = new Set<Worker>()
  const serving = new Set<Worker>()
  const stopping = new AbortController()
  /** Whether a process has served requests. */
  let isStarted = false
  let exitCode = 0

  function stop(): void {
    if (stopping.signal.aborted) return
    stopping.abort()
    for (const worker of running) worker.process.kill('SIGTERM')
    setTimeout(() => {
      exitCode = 1
      for (const worker of running) worker.process.kill('SIGKILL')
    }, killAfterMs).unref()
  }

  function giveUp(reason?: string): void {
    if (reason !== undefined) say(2, reason)
    exitCode = 1
    stop()
  }

  /** Resolves once the process has ended. */
  function runOne(onServing: () => void): Promise<{ code: number; signal: string; hasServed: boolean }> {
    const worker = cluster.fork()
    running.add(worker)
    worker.on('message', (message: WorkerMessage) => {
      if (message.kind === 'tell') return passOn(message, worker)
      serving.add(worker)
      onServing()
    })
    // Sending to a process that is about to end can fail.
    worker.on('error', () => {})
    return new Promise((resolve) => {
      worker.once('exit', (code, signal) => {
        running.delete(worker)
        resolve({ code, signal, hasServed: serving.delete(worker) })
      })
    })
  }

  function passOn(message: WorkerMessage & { kind: 'tell' }, sender: Worker): void {
    for (const worker of serving) {
      const isMeant = message.to === undefined ? worker !== sender : worker.id === message.to
      if (isMeant && worker.isConnected()) worker.send({ ...message, from: sender.id })
    }
  }

  /** Calls `onSettled` once the process serves, or has failed to while others serve. */
  async function keepRunning(onSettled: () => void): Promise<void> {
    let deaths: number[] = []
    let failedStarts = 0
    while (!stopping.signal.aborted) {
      const { code, signal, hasServed } = await runOne(onSettled)
      if (stopping.signal.aborted) {
        if (code > 0) exitCode = 1
        return
      }
      // It has said why, unless something ended it.
      if (!isStarted)
        return giveUp(signal ? `${signal} ended a process of the server while it started.` : undefined)
      failedStarts = hasServed ? 0 : failedStarts + 1
      if (failedStarts >= MAX_FAILED_STARTS && serving.size === 0) {
        return giveUp('No process of the server is left, and new ones end while they start.')
      }
      deaths = [...deaths.filter((at) => at > Date.now() - REMEMBERED_MS), Date.now()]
      const pauseMs = Math.min(firstPauseMs * 2 ** (deaths.length - 1), MAX_PAUSE_MS)
      log.error({ code, signal, pauseMs }, 'a process of the server ended and is replaced')
      if (serving.size > 0) onSettled()
      await delay(pauseMs, undefined, { signal: stopping.signal }).catch(() => {})
    }
  }

  async function runAll(): Promise<void> {
    const ended: Promise<void>[] = []
    const start = (count: number) =>
      Promise.all(
        Array.from({ length: count }, () => {
          const settled = Promise.withResolvers<void>()
          const end = keepRunning(settled.resolve)
          ended.push(end)
          return Promise.race([settled.promise, end])
        }),
      )
    // The first one migrates the database. If it can't start, only one says why.
    await start(1)
    if (!stopping.signal.aborted) {
      isStarted = true
      await start(processes - 1)
    }
    if (!stopping.signal.aborted) onReady()
    await Promise.all(ended)
    process.exit(exitCode)
  }

  process.on('SIGINT', stop)
  process.on('SIGTERM', stop)
  // The process that `npm start` runs is gone.
  process.once('disconnect', stop)
  void runAll()
}
