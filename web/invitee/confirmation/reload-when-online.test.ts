import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { reloadWhenOnline } from './reload-when-online.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** The first reloads fail. */
function start(failures: number) {
  const device = new EventTarget()
  let left = failures
  const reload = vi.fn<() => Promise<object | null>>(async () => (left-- > 0 ? null : {}))
  const stop = reloadWhenOnline(device, reload)
  return { reload, stop, goOnline: () => device.dispatchEvent(new Event('online')) }
}

test('reloads once, when the device is online', async () => {
  const { reload, goOnline } = start(0)
  await vi.runAllTimersAsync()
  expect(reload).toHaveBeenCalledTimes(0)
  goOnline()
  await vi.runAllTimersAsync()
  expect(reload).toHaveBeenCalledTimes(1)
})

test('tries again if the connection fails the first requests', async () => {
  const { reload, goOnline } = start(2)
  goOnline()
  await vi.advanceTimersByTimeAsync(1000)
  expect(reload).toHaveBeenCalledTimes(2)
  await vi.runAllTimersAsync()
  expect(reload).toHaveBeenCalledTimes(3)
})

test('gives up after a while, until the device is online again', async () => {
  const { reload, goOnline } = start(5)
  goOnline()
  await vi.runAllTimersAsync()
  expect(reload).toHaveBeenCalledTimes(4)
  goOnline()
  await vi.runAllTimersAsync()
  expect(reload).toHaveBeenCalledTimes(6)
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
