/** A connection that is just back may fail the first requests. */
const RETRY_DELAYS_MS = [1000, 4000, 16_000]

/** Reloads when the device is online again, and again while that gives null. Returns what stops it. */
export function reloadWhenOnline(device: EventTarget, reload: () => Promise<unknown>): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  let isStopped = false
  async function load([delay, ...later]: readonly number[]): Promise<void> {
    if ((await reload()) !== null || isStopped || delay === undefined) return
    timer = setTimeout(() => void load(later), delay)
  }
  function onOnline(): void {
    clearTimeout(timer)
    void load(RETRY_DELAYS_MS)
  }
  device.addEventListener('online', onOnline)
  return () => {
    isStopped = true
    clearTimeout(timer)
    device.removeEventListener('online', onOnline)
  }
}
