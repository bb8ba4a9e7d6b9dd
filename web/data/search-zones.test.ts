import { describe, expect, it } from 'vitest'
import { offsetText } from '../../contract/time/time-text.ts'
import { listedZones } from '../../testing/time-zones/time-zones.ts'
import cities from './cities.json' with { type: 'json' }
import { zoneSearch } from './search-zones.ts'

const JANUARY = Date.parse('2027-01-04T12:00Z')
const JULY = Date.parse('2027-07-05T12:00Z')

function searchAt(at: number) {
  const zones = listedZones.timezones.map(({ timeZone: name }) => ({ name, offset: offsetText(at, name) }))
  return zoneSearch(zones, listedZones, cities)
}

/** The names that are found at an instant. */
function finder(at: number) {
  const find = searchAt(at)
  return (query: string) => find(query).map(({ name }) => name)
}
const found = finder(JANUARY)

it.each([
  ['stockholm', 'Europe/Stockholm'],
  ['Europe/Stockholm', 'Europe/Stockholm'],
  ['São Paulo', 'America/Sao_Paulo'],
  ['sao paulo', 'America/Sao_Paulo'],
  ['paulo SAO', 'America/Sao_Paulo'],
  ['port au prince', 'America/Port-au-Prince'],
  ['nepal', 'Asia/Kathmandu'],
  ['cote d’ivoire', 'Africa/Abidjan'],
  ["Cote d'Ivoire", 'Africa/Abidjan'],
  ['sweden', 'Europe/Stockholm'],
  ['england', 'Europe/London'],
  ['GMT+5:45', 'Asia/Kathmandu'],
  ['asia/kathmandu (GMT+5:45)', 'Asia/Kathmandu'],
  ['japan +9', 'Asia/Tokyo'],
  ['Calcutta', 'Asia/Kolkata'],
  ['kiev', 'Europe/Kyiv'],
  ['Uzhgorod', 'Europe/Kyiv'],
  ['US/Eastern', 'America/New_York'],
  ['tel aviv', 'Asia/Jerusalem'],
])('%s is %s', (query, zone) => {
  expect(found(query)).toEqual([zone])
})

it.each([
  ['mumbai', [['Asia/Kolkata', 'Mumbai']]],
  ['delhi, India', [['Asia/Kolkata', 'Delhi']]],
  ['san fran', [['America/Los_Angeles', 'San Francisco']]],
  ['Washington, DC', [['America/New_York', 'Washington, D.C.']]],
  ['Bangalore', [['Asia/Kolkata', 'Bangalore']]],
  ['saint petersburg', [['Europe/Moscow', 'St. Petersburg']]],
  ['St.Petersburg', [['Europe/Moscow', 'St. Petersburg']]],
  ['fort worth', [['America/Chicago', 'Fort Worth']]],
  // Not Talcahuano, which is larger.
  ['Talca', [['America/Santiago', 'Talca']]],
  ['munich', [['Europe/Berlin', 'Munich']]],
  ['dusseldorf', [['Europe/Berlin', 'Düsseldorf']]],
  [
    'Hyderabad',
    [
      ['Asia/Karachi', 'Hyderabad'],
      ['Asia/Kolkata', 'Hyderabad'],
    ],
  ],
  [
    'York',
    [
      ['Europe/London', 'York'],
      ['America/New_York', null],
    ],
  ],
  [
    'porto',
    [
      ['Africa/Porto-Novo', null],
      ['America/Porto_Velho', null],
      ['Europe/Lisbon', 'Porto'],
    ],
  ],
  // The zone’s own name.
  ['Ciudad Juarez', [['America/Ciudad_Juarez', null]]],
  ['shanghai', [['Asia/Shanghai', null]]],
  ['London', [['Europe/London', null]]],
])('%s first finds %o', (query, first) => {
  const matches = searchAt(JANUARY)(query).map(({ name, city }) => [name, city])
  expect(matches.slice(0, first.length)).toEqual(first)
})

it('doesn’t find cities whose zone is doubtful', () => {
  // China has one time.
  expect(found('zhanjiang')).toEqual([])
})

it('knows the cities of zones that people can choose', () => {
  const names = listedZones.timezones.map(({ timeZone }) => timeZone)
  expect(names).toEqual(expect.arrayContaining(Object.keys(cities)))
})

it('finds nothing for an empty query and unknown words', () => {
  expect(['', ' ', ', ', 'atlantis', 'japan +8'].flatMap(found)).toEqual([])
})

it('matches only the beginning of words', () => {
  expect(found('USA')).toContain('America/Chicago')
  expect(found('USA')).not.toContain('Africa/Lusaka')
})

describe('begins with', () => {
  it.each([
    ['uk', 'Europe/London', 'Europe/Kyiv'],
    ['us', 'America/New_York', 'America/Argentina/Ushuaia'],
    ['india', 'Asia/Kolkata', 'America/Indiana/Knox'],
    ['indi', 'America/Indiana/Indianapolis', 'Asia/Kolkata'],
    ['indi', 'Asia/Kolkata', 'America/Indiana/Knox'],
    ['niger', 'Africa/Niamey', 'Africa/Lagos'],
    ['san', 'America/Santiago', 'Europe/San_Marino'],
    ['par', 'Europe/Paris', 'America/Asuncion'],
    ['singapore', 'Asia/Singapore', 'Asia/Kuala_Lumpur'],
  ])('%s: %s comes before %s', (query, first, second) => {
    const names = found(query)
    expect(names).toEqual(expect.arrayContaining([first, second]))
    expect(names.indexOf(first)).toBeLessThan(names.indexOf(second))
  })
})

it('finds offsets however they are written', () => {
  expect(found('utc+5:30')).toEqual(['Asia/Colombo', 'Asia/Kolkata'])
  for (const same of ['UTC+05:30', '+5:30', '+0530', '+530', 'gmt+5:3']) {
    expect([same, found(same)]).toEqual([same, found('utc+5:30')])
  }
  expect(found('+2')).toContain('Europe/Helsinki')
  for (const same of ['GMT+02:00', '+02', '(GMT+2)', '+2:', '+2:0']) {
    expect([same, found(same)]).toEqual([same, found('+2')])
  }
  expect(found('−3:30')).toEqual(['America/St_Johns'])
  expect(found('gmt')[0]).toBe('Africa/Abidjan')
  expect(found('UTC+0')).toEqual(expect.arrayContaining(['Europe/London', 'UTC']))
  expect(found('+1')).not.toContain('Asia/Tokyo')
})

it('never finds nothing while an offset is being typed', () => {
  for (let end = 1; end <= 8; end++) expect(found('GMT+5:45'.slice(0, end))).not.toEqual([])
})

it('takes the offset of the date', () => {
  expect(found('+2')).not.toContain('Europe/Berlin')
  expect(finder(JULY)('+2')).toContain('Europe/Berlin')
})

it('ignores names of zones without daylight saving time that people mean to have it', () => {
  expect(found('EST')).not.toContain('America/Panama')
})

it('finds zones by their own names as long as the server’s list isn’t there', () => {
  const search = zoneSearch([{ name: 'Asia/Calcutta', offset: '' }], { timezones: [], aliases: {} }, {})
  expect(search('kolkata')).toHaveLength(1)
  expect(search('+0')).toEqual([])
})
