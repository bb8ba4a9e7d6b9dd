import { expect, test, vi } from 'vitest'
import { isTimeZone, setZoneSource } from '../../contract/time/time-zones.ts'
import { resetState } from './reset-state.ts'

test('what a file left behind doesn’t change the next one', () => {
  const now = performance.now.bind(performance)
  setZoneSource(() => undefined)
  vi.spyOn(performance, 'now').mockReturnValue(0)
  vi.useFakeTimers({ now: 0 })
  vi.stubEnv('PUBLIC_URL', 'https://left.example')
  vi.stubGlobal('fetch', null)
  resetState()
  expect(isTimeZone('Europe/Berlin')).toBe(true)
  expect(performance.now()).toBeGreaterThan(0)
  expect(performance.now()).toBeLessThanOrEqual(now())
  expect(Date.now()).toBeGreaterThan(Date.parse('2020-01-01'))
  expect(process.env['PUBLIC_URL']).toBeUndefined()
  expect(fetch).toBeTypeOf('function')
})
