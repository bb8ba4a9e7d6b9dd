import { expect, test } from 'vitest'
import { listedZones, restoreZones } from '../../../../testing/time-zones.ts'
import { setZoneSource } from '../../../../contract/time-zones.ts'
import { zoneRows } from './zone-rows.ts'

const viewer = { locale: 'en-US', timeZone: 'Asia/Tokyo', hour12: true }
const at = Date.parse('2027-01-04T12:00Z')
const names = listedZones.timezones.map(({ timeZone }) => timeZone)
const rows = zoneRows(['Europe/Kyiv', 'Asia/Tokyo'], names, { list: listedZones, viewer, at })
const row = (name: string) => rows.find((one) => one.name === name)

test('begins with the device’s and the current zone, and lists every zone once', () => {
  expect(rows.slice(0, 3).map(({ name }) => name)).toEqual(['Europe/Kyiv', 'Asia/Tokyo', names[0]])
  expect(rows.map(({ name }) => name).toSorted()).toEqual(names.toSorted())
})

test('names the city, the country, and what the clocks there show', () => {
  expect(row('Europe/Kyiv')).toMatchObject({
    city: 'Kyiv',
    place: 'Ukraine',
    time: '2:00 PM',
    offset: 'GMT+2',
  })
  expect(row('America/Indiana/Knox')).toMatchObject({ city: 'Knox, Indiana', place: 'United States' })
  expect(row('America/Argentina/Buenos_Aires')).toMatchObject({ city: 'Buenos Aires', place: 'Argentina' })
  expect(row('Asia/Singapore')).toMatchObject({ city: 'Singapore', place: 'Asia' })
  expect(row('UTC')).toMatchObject({ city: 'UTC', place: '', time: '12:00 PM', offset: 'GMT' })
})

test('takes the offset of the instant, and the viewer’s clock', () => {
  const summer = {
    list: listedZones,
    viewer: { ...viewer, hour12: false },
    at: Date.parse('2027-07-05T12:00Z'),
  }
  expect(zoneRows([], ['Europe/Berlin'], summer)).toMatchObject([{ time: '14:00', offset: 'GMT+2' }])
})

test('leaves out the time of a zone whose rules aren’t there', () => {
  setZoneSource(() => undefined)
  const [one] = zoneRows([], ['Europe/Berlin'], { list: null, viewer, at })
  restoreZones()
  expect(one).toEqual({ name: 'Europe/Berlin', city: 'Berlin', place: 'Europe', time: '', offset: '' })
})
