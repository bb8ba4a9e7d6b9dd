import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { ZoneChangeOutcome } from '../../../contract/bookings/zone-changes.schema.ts'
import { decideZoneChanges } from './zone-change-calls.ts'

type Toast = (title: string, more?: unknown) => void
const toast = vi.hoisted(() =>
  Object.assign(vi.fn<Toast>(), { success: vi.fn<Toast>(), error: vi.fn<Toast>() }),
)
vi.mock('sonner', () => ({ toast }))

beforeEach(() => vi.stubGlobal('localStorage', { getItem: () => 'token' }))
afterEach(() => {
  vi.clearAllMocks()
  vi.unstubAllGlobals()
})

const described = (description: string) => expect.objectContaining({ description })

function answer(...outcomes: ZoneChangeOutcome[]) {
  const results = outcomes.map((outcome, index) => ({ id: `${index}`, outcome }))
  vi.stubGlobal('fetch', () => Promise.resolve(Response.json({ success: true, data: { results } })))
}

test('says what was moved, left and neither, and why', async () => {
  answer('moved', 'kept', 'kept', 'settled', 'calendar_busy')
  const ids = ['0', '1', '2', '3', '4']
  expect(await decideZoneChanges('wallTime', ids)).toEqual(new Map([['4', 'calendar_busy']]))
  expect(toast.success).toHaveBeenCalledWith(
    'Booking moved',
    described('We’re emailing everyone in the meeting.'),
  )
  expect(toast.success).toHaveBeenCalledWith('2 bookings left where they are')
  expect(toast.error).toHaveBeenCalledWith('1 booking couldn’t be moved', described('The list says why.'))
  expect(toast).not.toHaveBeenCalled()
})

test('says that there was nothing left to decide', async () => {
  answer('settled')
  await decideZoneChanges('instant', ['0'])
  expect(toast).toHaveBeenCalledWith(
    'Nothing left to decide here',
    described(
      'The booking was already decided, moved or canceled, or has started. We’ve refreshed the list.',
    ),
  )
  expect(toast.success).not.toHaveBeenCalled()
})

test.each([
  ['instant', 'Nothing was moved. Check your connection and try again.'],
  ['wallTime', 'Some bookings may have moved. Check the list before you try again.'],
] as const)('says what a failure to keep the %s may have changed', async (keep, words) => {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')))
  expect(await decideZoneChanges(keep, ['0'])).toBeNull()
  expect(toast.error).toHaveBeenCalledWith('We couldn’t save your decision.', described(words))
})
