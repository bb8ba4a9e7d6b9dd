import { rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { HOUR } from '../../availability/units.ts'
import { dayOf, startOfDay } from '../../availability/wall-time.ts'
import { zoneTable } from '../../contract/time/time-zones.ts'
import { replaceZones } from '../../testing/time-zones/replaced-zones.ts'
import { packagedRules } from '../../testing/time-zones/time-zones.ts'
import { compiledZones, writeZoneinfo, zoneinfoFolder } from '../../testing/time-zones/zoneinfo.ts'
import { startZones } from './current-zones.ts'

const files = compiledZones()
/** Germany uses the clock of Tokyo. */
const otherFiles = new Map([...files, ['Europe/Berlin', files.get('Asia/Tokyo')!]])
const JULY_2027 = Date.UTC(2027, 6)

/** How far Berlin's clock is ahead of UTC, for everything in this process. */
const berlin = () =>
  dayOf(zoneTable('UTC'), JULY_2027) * 24 -
  startOfDay(zoneTable('Europe/Berlin'), JULY_2027 / (24 * HOUR)) / HOUR

function started(folder: string) {
  // Starting replaces them again.
  replaceZones(packagedRules.find)
  const clock = { now: Date.now() }
  const lines: string[] = []
  const write = (line: string) => void lines.push(line)
  const log = { info: write, warn: write } as unknown as Parameters<typeof startZones>[0]['log']
  return { zones: startZones({ directory: folder, log, now: () => clock.now }), clock, lines }
}

test('says at start which release is used, and where it comes from', () => {
  const { lines, zones } = started(zoneinfoFolder('2027a', otherFiles))
  expect(lines).toEqual(['time zone rules: release 2027a (system)'])
  expect(zones.current()).toMatchObject({ release: '2027a', source: 'system' })
  expect(berlin()).toBe(9)
})

test('switches to newer files once they have settled, for everything that calculates', () => {
  const folder = zoneinfoFolder('2026b', files)
  const { zones, clock, lines } = started(folder)
  expect(berlin()).toBe(2)
  writeZoneinfo(folder, '2027a', otherFiles)
  expect(zones.refresh()).toBe(false)
  clock.now += HOUR
  expect(zones.refresh()).toBe(true)
  expect(berlin()).toBe(9)
  expect(zones.refresh()).toBe(false)
  expect(lines).toEqual([
    'time zone rules: release 2026f (package)',
    'time zone rules: release 2027a (system)',
  ])
})

test('keeps its rules if newer files are damaged, and switches once they are repaired', () => {
  const folder = zoneinfoFolder('2027a', otherFiles)
  const { zones, clock, lines } = started(folder)
  clock.now += HOUR
  writeZoneinfo(folder, '2027b', new Map([...files, ['Asia/Seoul', Buffer.from('damaged')]]))
  expect(zones.refresh()).toBe(false)
  expect([zones.current().release, berlin()]).toEqual(['2027a', 9])
  expect(lines.slice(1)).toEqual([expect.stringContaining('Skipped the time zone data of the system')])
  clock.now += HOUR
  writeZoneinfo(folder, '2027b', files)
  expect(zones.refresh()).toBe(true)
  expect([zones.current().release, berlin()]).toEqual(['2027b', 2])
})

test('reads files again that were replaced later than the others', () => {
  const folder = zoneinfoFolder('2026b', files)
  const { zones, clock } = started(folder)
  writeZoneinfo(folder, '2027a', files)
  clock.now += HOUR
  expect(zones.refresh()).toBe(true)
  expect(berlin()).toBe(2)
  writeFileSync(path.join(folder, 'Europe/Berlin'), files.get('Asia/Tokyo')!)
  clock.now += HOUR
  expect(zones.refresh()).toBe(true)
  expect(berlin()).toBe(9)
  clock.now += HOUR
  expect(zones.refresh()).toBe(false)
})

test('never goes back to an older release', () => {
  const folder = zoneinfoFolder('2027b', otherFiles)
  const { zones, clock } = started(folder)
  clock.now += HOUR
  for (const change of [
    () => writeZoneinfo(folder, '2027a', files),
    () => writeFileSync(path.join(folder, 'tzdata.zi'), 'damaged'),
    () => rmSync(folder, { recursive: true }),
  ]) {
    change()
    expect(zones.refresh()).toBe(false)
    expect([zones.current().release, berlin()]).toEqual(['2027b', 9])
  }
})
