import { setTimeout as pause } from 'node:timers/promises'
import type { Worker } from 'node:worker_threads'

const CHECK_MS = 250

/**
 * Resolves with true once a thread has used up its CPU time, and with false when the signal or the thread ends first.
 */
export async function endsAtCpuLimit(worker: Worker, limitMs: number, signal: AbortSignal): Promise<boolean> {
  try {
    const before = await worker.cpuUsage()
    for (;;) {
      await pause(CHECK_MS, undefined, { signal })
      const { user, system } = await worker.cpuUsage(before)
      if ((user + system) / 1000 > limitMs) return true
    }
  } catch {
    return false
  }
}
