const FIRST_DELAY_MS = 1000
const MAX_DELAY_MS = 64_000
/** A connection that died without a word never answers. */
const MAX_WAIT_MS = 60_000

/**
 * Reloads until that gives something: soon, then less and less often, and again from the start when the device is
 * online again. A server that was only slow causes no such event. Returns what stops it.
 */
export function reloadUntilCurrent(device: EventTarget, reload: () => Promise<unknown>): () => void {
  let timer = setTimeout(start, FIRST_DELAY_MS)
  let turn = 0
  function start(): void {
    clearTimeout(timer)
    void load(++turn, FIRST_DELAY_MS)
  }
  async function load(own: number, delay: number): Promise<void> {
    const tooLong = new Promise<null>((resolve) => setTimeout(() => resolve(null), MAX_WAIT_MS))
    if ((await Promise.race([reload(), tooLong])) !== null || own !== turn) return
    timer = setTimeout(() => void load(own, Math.min(delay * 2, MAX_DELAY_MS)), delay)
  }
  device.addEventListener('online', start)
  return () => {
    turn += 1
    clearTimeout(timer)
    device.removeEventListener('online', start)
  }
}
