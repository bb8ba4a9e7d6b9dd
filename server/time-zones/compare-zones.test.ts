import { expect, test } from 'vitest'
import { compiledZones, zoneinfoFolder } from '../../testing/time-zones/zoneinfo.ts'
import { compareZones } from './compare-zones.ts'
import { packagedZones } from './packaged-zones.ts'
import { runtimeZones } from './runtime-zones.ts'
import { systemZones } from './system-zones.ts'

const files = compiledZones()
const FROM = Date.UTC(2026, 10, 22) / 1000
const TO = Date.UTC(2028, 10, 22) / 1000

test('sources of the same release don’t differ', () => {
  const folder = zoneinfoFolder('2026f', files)
  expect(compareZones([packagedZones(), systemZones(folder)], FROM, TO)).toEqual({
    sources: [expect.stringMatching(/^package 2026f \(.*latest\.json\)$/), `system  2026f (${folder})`],
    differences: [],
  })
})

test('a zone that differs is listed with each source’s clock', () => {
  const folder = zoneinfoFolder('2027a', new Map([...files, ['Europe/Berlin', files.get('Asia/Kathmandu')!]]))
  const { differences } = compareZones([packagedZones(), systemZones(folder)], FROM, TO)
  expect(differences).toEqual([
    'Europe/Berlin',
    '  package UTC+1, from 2027-03-28T01:00Z UTC+2, from 2027-10-31T01:00Z UTC+1, from 2028-03-26T01:00Z UTC+2, from 2028-10-29T01:00Z UTC+1',
    '  system  UTC+5:45',
  ])
})

test('a source that can’t be read is named with the reason', () => {
  const folder = zoneinfoFolder('2027a', new Map([['Europe/Berlin', Buffer.from('x')]]))
  const { sources, differences } = compareZones(
    [systemZones(folder), systemZones('/nonexistent'), runtimeZones('2026c')],
    FROM,
    TO,
  )
  expect(sources.slice(0, 2)).toEqual([
    `system  can’t be read: Europe/Berlin: cut off (${folder})`,
    expect.stringMatching(/^system {2}can’t be read: ENOENT.* \(\/nonexistent\)$/),
  ])
  expect(differences).toEqual([])
})
