import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { isTimeZone } from '../../../contract/time/time-zones.ts'
import { findZones } from '../parts/time/find-zones.ts'
import { clearAccountData, queryClient } from './query-client.ts'
import { settingsQuery } from './settings-calls.ts'
import { timeZonesQuery } from './time-zone-calls.ts'

const founded = (name: string) => ({
  release: '2030a',
  timezones: [
    { timeZone: `Europe/${name}`, offset: 12_600, changes: [], yearly: [], countries: ['SE'] },
    { timeZone: 'Etc/Hidden', offset: 0, changes: [], yearly: [], countries: null },
  ],
  aliases: { [`Old/${name}`]: `Europe/${name}` },
})
const answer = (data: unknown) =>
  vi.stubGlobal('fetch', () => Promise.resolve(Response.json({ success: true, data })))

beforeEach(() => {
  vi.stubGlobal('localStorage', { getItem: () => 'token' })
  answer(founded('Newtown'))
})
afterEach(() => {
  queryClient.clear()
  vi.unstubAllGlobals()
})

test('the server’s zones can be used and chosen, whether this browser knows them or not', async () => {
  expect(isTimeZone('Europe/Newtown')).toBe(false)
  await queryClient.fetchQuery(timeZonesQuery)
  expect(['Europe/Newtown', 'Old/Newtown', 'Etc/Hidden'].map(isTimeZone)).toEqual([true, true, true])
  expect(findZones('sweden', {})).toEqual([
    { name: 'Europe/Newtown', label: 'Europe/Newtown (GMT+3:30)', offset: 'GMT+3:30', city: null },
  ])
  expect(findZones('harbor', { 'Europe/Newtown': 'New Harbor' })).toMatchObject([{ city: 'New Harbor' }])
  expect(findZones('old', {})).toMatchObject([{ name: 'Europe/Newtown' }])
  expect(findZones('hidden', {})).toEqual([])
  // A later release.
  answer(founded('Latertown'))
  await queryClient.refetchQueries(timeZonesQuery)
  expect(findZones('sweden', {})).toMatchObject([{ name: 'Europe/Latertown' }])
})

test('zones belong to no account, so they outlive a session', async () => {
  await queryClient.fetchQuery(timeZonesQuery)
  queryClient.setQueryData(settingsQuery.queryKey, {} as never)
  clearAccountData()
  expect(queryClient.getQueryData(settingsQuery.queryKey)).toBeUndefined()
  expect(queryClient.getQueryData(timeZonesQuery.queryKey)).toMatchObject({ release: '2030a' })
})
