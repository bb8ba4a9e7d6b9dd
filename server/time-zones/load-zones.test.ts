import { readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { changesBetween, type ZoneRules } from '../../availability/zone-rules.ts'
import { usualZone } from '../../contract/time/time-text.ts'
import { compiledZones, zoneinfoFolder } from '../../testing/time-zones/zoneinfo.ts'
import { loadZones } from './load-zones.ts'
import { packagedZones } from './packaged-zones.ts'
import { runtimeZones } from './runtime-zones.ts'
import { systemZones } from './system-zones.ts'

const files = compiledZones()
const HOUR = 3600
const IN_2027 = Date.UTC(2027, 6) / 1000

/** Like the real release, but all of Germany uses the clock of Tokyo. */
const otherFiles = new Map([...files, ['Europe/Berlin', files.get('Asia/Tokyo')!]])
const offsetIn2027 = (rules: ZoneRules | undefined) => rules && changesBetween(rules, IN_2027, IN_2027).offset

function load(folder: string, runtimeRelease = '2026c', packageFile?: string) {
  const warnings: string[] = []
  const sources = [packagedZones(packageFile), systemZones(folder), runtimeZones(runtimeRelease)]
  const zones = loadZones(sources, (message) => warnings.push(message))
  return { zones, warnings, berlin: offsetIn2027(zones.find('Europe/Berlin')) }
}

describe('of all releases on this machine, the newest is used', () => {
  test('the system’s, if it is newer than the package', () => {
    const { zones, warnings, berlin } = load(zoneinfoFolder('2027a', otherFiles))
    expect(zones).toMatchObject({ release: '2027a', source: 'system' })
    expect([berlin, warnings]).toEqual([9 * HOUR, []])
  })

  test('the package’s, if the system’s is older or missing', () => {
    const { zones, warnings, berlin } = load(zoneinfoFolder('2025b', otherFiles))
    expect(zones).toMatchObject({ release: '2026f', source: 'package' })
    expect([berlin, warnings]).toEqual([2 * HOUR, []])
    expect(load('/nonexistent').zones).toMatchObject({ release: '2026f', source: 'package' })
  })

  test('the runtime’s, if it is the newest', () => {
    const { zones, warnings, berlin } = load(zoneinfoFolder('2027a', otherFiles), '2027b')
    expect(zones).toMatchObject({ release: '2027b', source: 'runtime' })
    expect([berlin, warnings]).toEqual([2 * HOUR, []])
  })

  test('a release without a name that can be compared isn’t used', () => {
    expect(load(zoneinfoFolder('unknown', otherFiles)).zones.source).toBe('package')
    expect(load(zoneinfoFolder('2027a-dirty', otherFiles)).zones.source).toBe('package')
    expect(load(zoneinfoFolder('2026za', otherFiles)).zones.release).toBe('2026za')
  })
})

describe('a damaged source is skipped with one line', () => {
  const newer = (changed: [string, Buffer][]) => zoneinfoFolder('2027a', new Map([...otherFiles, ...changed]))
  const tokyo = files.get('Asia/Tokyo')!

  test.each<[string, [string, Buffer][]]>([
    ['a truncated zone', [['Africa/Abidjan', tokyo.subarray(0, 100)]]],
    ['an empty zone', [['Pacific/Apia', Buffer.alloc(0)]]],
    ['a zone full of zeros', [['America/New_York', Buffer.alloc(tokyo.length)]]],
    [
      'several damaged zones',
      [
        ['Asia/Tokyo', Buffer.from('x')],
        ['Asia/Seoul', Buffer.from('x')],
      ],
    ],
  ])('%s', (_, damaged) => {
    const folder = newer(damaged)
    const { zones, warnings, berlin } = load(folder)
    expect(zones).toMatchObject({ release: '2026f', source: 'package' })
    expect(berlin).toBe(2 * HOUR)
    expect(warnings).toHaveLength(1)
    expect(warnings[0]).toContain(`Skipped the time zone data of the system (${folder}): `)
  })

  test('an index without any zones', () => {
    const folder = newer([])
    writeFileSync(path.join(folder, 'tzdata.zi'), '# version 2027a\n')
    const { zones, warnings } = load(folder)
    expect([zones.source, warnings.length]).toEqual(['package', 1])
  })

  test.each([
    '',
    '{',
    '{"version":"2026f"}',
    '{"version":"2026f","zones":[],"links":[],"countries":[]}',
    'null',
  ])('a package that says %j', (text) => {
    const folder = newer([])
    const file = path.join(folder, 'latest.json')
    writeFileSync(file, text)
    const { zones, warnings } = load('/nonexistent', '2026c', file)
    expect(zones).toMatchObject({ release: '2026c', source: 'runtime' })
    expect(warnings).toHaveLength(1)
    expect(offsetIn2027(zones.find('Asia/Kathmandu'))).toBe(5.75 * HOUR)
  })
})

describe('a zone that the newest source lacks', () => {
  const without = (...names: string[]) => {
    const rest = new Map(otherFiles)
    for (const name of names) rest.delete(name)
    return load(zoneinfoFolder('2027a', rest))
  }

  test('comes from the next one, with one line', () => {
    const { zones, warnings } = without('Asia/Kathmandu', 'Asia/Katmandu')
    expect(offsetIn2027(zones.find('Asia/Kathmandu'))).toBe(5.75 * HOUR)
    expect(warnings).toEqual(['Asia/Kathmandu is taken from the package’s release 2026f'])
  })

  test('is an alias of one that it has, if another source says so', () => {
    const { zones, warnings } = without('Europe/Stockholm')
    expect(zones.find('Europe/Stockholm')).toMatchObject({ timeZone: 'Europe/Stockholm' })
    // By the rules of the newest release, where Berlin has another clock.
    expect(offsetIn2027(zones.find('Europe/Stockholm'))).toBe(9 * HOUR)
    expect(warnings).toEqual([])
  })

  test.each([
    ['an unreadable offset', 'America/Winnipeg|LMT', 'America/Winnipeg|LMT|?'],
    ['a change after the year 10,000', /^(America\/Winnipeg(?:\|[^|]*){3}\|)\S+/, '$1XXXXXXXXX'],
  ])('with %s in the package comes from the system’s files of the same release', (_, found, damaged) => {
    const packed = readFileSync(
      createRequire(import.meta.url).resolve('moment-timezone/data/packed/latest.json'),
      'utf8',
    )
    const folder = zoneinfoFolder('2026f', files)
    const file = path.join(folder, 'latest.json')
    const data = JSON.parse(packed) as { zones: string[] }
    const zones = data.zones.map((zone) => zone.replace(found, damaged))
    writeFileSync(file, JSON.stringify({ ...data, zones }))
    const loaded = load(folder, '2026c', file)
    expect(offsetIn2027(loaded.zones.find('America/Winnipeg'))).toBe(-5 * HOUR)
    expect(loaded.warnings).toEqual([
      expect.stringContaining('Skipped America/Winnipeg in the time zone data of the package: '),
      'America/Winnipeg is taken from the system’s release 2026f',
    ])
  })

  test('is unknown if nobody has it', () => {
    const { zones, warnings } = without()
    for (const name of ['Mars/Olympus', '', '+05:30', 'constructor', '../UTC', 'Asia/\u212Aathmandu']) {
      expect(zones.find(name)).toBeUndefined()
    }
    expect(warnings).toEqual([])
  })
})

describe('the zones that people can choose', () => {
  test('are every country’s zones, and UTC', () => {
    const { choices } = load('/nonexistent').zones
    const countriesOf = (name: string) => choices.find((choice) => choice.name === name)?.countries
    expect(countriesOf('Europe/Amsterdam')).toEqual(['NL'])
    expect(countriesOf('Europe/Brussels')).toEqual(['BE'])
    expect(countriesOf('Asia/Kuala_Lumpur')).toEqual(['MY'])
    expect(countriesOf('UTC')).toEqual([])
    expect(countriesOf('US/Eastern')).toBeUndefined()
    expect(choices.length).toBeGreaterThan(400)
  })

  test('have other names', () => {
    const { aliases, find } = load('/nonexistent').zones
    expect(aliases.get('US/Eastern')).toBe('America/New_York')
    for (const [alias, zone] of aliases) {
      expect({ ...find(alias), timeZone: zone }).toEqual(find(zone))
    }
  })

  test('include every zone that a device may report', () => {
    const names = new Set(load('/nonexistent').zones.choices.map(({ name }) => name))
    expect(Intl.supportedValuesOf('timeZone').filter((zone) => !names.has(usualZone(zone)))).toEqual([])
  })

  test('include one that only a newer release has', () => {
    const folder = zoneinfoFolder('2027a', new Map([...files, ['Europe/Atlantis', files.get('Asia/Tokyo')!]]))
    const { choices, find } = load(folder).zones
    expect(choices).toContainEqual({ name: 'Europe/Atlantis', countries: [] })
    expect(offsetIn2027(find('europe/atlantis'))).toBe(9 * HOUR)
  })
})
