import { afterEach, expect, test, vi } from 'vitest'
import type { Schedule } from '../../../contract/schedules/schedule.schema.ts'
import { queryClient } from './query-client.ts'
import { deleteSchedule } from './schedule-calls.ts'

type Toast = (title: string, more?: unknown) => void
const toast = vi.hoisted(() =>
  Object.assign(vi.fn<Toast>(), { success: vi.fn<Toast>(), error: vi.fn<Toast>() }),
)
vi.mock('sonner', () => ({ toast }))

afterEach(() => {
  queryClient.clear()
  vi.clearAllMocks()
  vi.unstubAllGlobals()
})

const remove = async (status: number, error: string) => {
  vi.stubGlobal('localStorage', { getItem: () => 'token' })
  vi.stubGlobal('fetch', async () => Response.json({ success: false, error }, { status }))
  await deleteSchedule({ id: 'a', name: 'Hours' } as Schedule)
}

test('a schedule that was deleted elsewhere counts as deleted', async () => {
  await remove(404, 'Not found')
  expect(toast.success).toHaveBeenCalledExactlyOnceWith('Schedule deleted', { description: 'Hours' })
  expect(toast.error).not.toHaveBeenCalled()
})

test('a schedule that events use stays, and the toast says why', async () => {
  await remove(409, 'Events use it.')
  expect(toast.error).toHaveBeenCalledExactlyOnceWith('Events use it.', expect.anything())
  expect(toast.success).not.toHaveBeenCalled()
})
