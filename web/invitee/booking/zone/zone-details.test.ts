import { expect, test } from 'vitest'
import { setZoneSource } from '../../../../contract/time/time-zones.ts'
import { restoreZones } from '../../../../testing/time-zones/time-zones.ts'
import { zoneDetails } from './zone-details.ts'

const viewer = { locale: 'en-US', timeZone: 'Asia/Tokyo', hour12: true }
const at = Date.parse('2027-01-04T12:00Z')
const details = (name: string, countries: string[]) => zoneDetails(name, { countries, viewer, at })

test('names the city, the country, and what the clocks there show', () => {
  expect(details('Europe/Kyiv', ['UA'])).toEqual({
    city: 'Kyiv',
    place: 'Ukraine',
    time: '2:00 PM',
    offset: 'GMT+2',
  })
  expect(details('America/Indiana/Knox', ['US'])).toMatchObject({
    city: 'Knox, Indiana',
    place: 'United States',
  })
  expect(details('America/Argentina/Buenos_Aires', ['AR'])).toMatchObject({
    city: 'Buenos Aires',
    place: 'Argentina',
  })
  expect(details('Asia/Singapore', ['AQ', 'SG'])).toMatchObject({ city: 'Singapore', place: 'Asia' })
  expect(details('UTC', [])).toMatchObject({ city: 'UTC', place: '', time: '12:00 PM', offset: 'GMT' })
})

test('takes the offset of the instant, and the viewer’s clock', () => {
  const summer = { countries: [], viewer: { ...viewer, hour12: false }, at: Date.parse('2027-07-05T12:00Z') }
  expect(zoneDetails('Europe/Berlin', summer)).toMatchObject({ time: '14:00', offset: 'GMT+2' })
})

test('leaves out the time of a zone whose rules aren’t there', () => {
  setZoneSource(() => undefined)
  const unknown = details('Europe/Berlin', [])
  restoreZones()
  expect(unknown).toEqual({ city: 'Berlin', place: 'Europe', time: '', offset: '' })
})
