import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { reloadUntilCurrent } from './reload-until-current.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** The first reloads fail. */
function start(failures: number) {
  const device = new EventTarget()
  let left = failures
  const reload = vi.fn<() => Promise<object | null>>(async () => (left-- > 0 ? null : {}))
  const stop = reloadUntilCurrent(device, reload)
  return { reload, stop, goOnline: () => device.dispatchEvent(new Event('online')) }
}

test('reloads on its own until that works, less and less often', async () => {
  const { reload } = start(12)
  await vi.advanceTimersByTimeAsync(1000)
  expect(reload).toHaveBeenCalledTimes(1)
  await vi.advanceTimersByTimeAsync(1000 + 2000 + 4000)
  expect(reload).toHaveBeenCalledTimes(4)
  await vi.advanceTimersByTimeAsync(8000 + 16_000 + 32_000 + 64_000)
  expect(reload).toHaveBeenCalledTimes(8)
  await vi.advanceTimersByTimeAsync(64_000)
  expect(reload).toHaveBeenCalledTimes(9)
  await vi.runAllTimersAsync()
  expect(reload).toHaveBeenCalledTimes(13)
})

test('starts again when the device is online, because the connection may fail the first requests', async () => {
  const { reload, goOnline } = start(8)
  await vi.advanceTimersByTimeAsync(20_000)
  expect(reload).toHaveBeenCalledTimes(5)
  goOnline()
  await vi.advanceTimersByTimeAsync(1000)
  expect(reload).toHaveBeenCalledTimes(7)
  await vi.runAllTimersAsync()
  expect(reload).toHaveBeenCalledTimes(9)
})

test('a reload without an answer doesn’t lead to a second series', async () => {
  const { reload, goOnline } = start(Infinity)
  const { promise, resolve } = Promise.withResolvers<object | null>()
  reload.mockReturnValueOnce(promise)
  await vi.advanceTimersByTimeAsync(1000)
  goOnline()
  await vi.advanceTimersByTimeAsync(0)
  resolve(null)
  await vi.advanceTimersByTimeAsync(1000)
  expect(reload).toHaveBeenCalledTimes(3)
})

test('a reload that is never answered isn’t the last one', async () => {
  const { reload } = start(0)
  reload.mockReturnValueOnce(new Promise(() => {}))
  await vi.runAllTimersAsync()
  expect(reload).toHaveBeenCalledTimes(2)
})

test('nothing is tried once it is stopped', async () => {
  const { reload, stop, goOnline } = start(5)
  goOnline()
  stop()
  await vi.runAllTimersAsync()
  goOnline()
  await vi.runAllTimersAsync()
  expect(reload).toHaveBeenCalledTimes(1)
})
