import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { slotPath } from '../pages/page-paths.ts'
import { timeText } from './time-text.ts'
import { timesText } from './times-for-message.ts'
import { withOffset } from './with-offset.ts'

const ORIGIN = 'https://meet.example.com'
const url = (startUtc: string) => ORIGIN + slotPath('event_x', startUtc)
/** A Monday, eight in the morning in Berlin. */
const now = Date.parse('2027-01-04T07:00:00Z')
const viewer = { locale: 'de', timeZone: 'Europe/Berlin', hour12: false }
const [tuesday, later, wednesday, inAWeek] = [
  '2027-01-05T09:00:00.000Z',
  '2027-01-05T09:30:00.000Z',
  '2027-01-06T13:00:00.000Z',
  '2027-01-12T09:00:00.000Z',
] as const
const sentence = (slots: readonly string[], more: object = {}) =>
  timesText({ slots, url, viewer: { ...viewer, ...more }, now }).text.split('\n')[0]

describe('copied times', () => {
  test('read like a sentence', () => {
    expect(sentence([wednesday, tuesday, later])).toBe('Tue 10:00, 10:30 or Wed 14:00 (Berlin)')
    expect(sentence([tuesday])).toBe('Tue 10:00 (Berlin)')
    expect(sentence([later, tuesday])).toBe('Tue 10:00 or 10:30 (Berlin)')
  })

  test('name the date of a day that is a week or more ahead', () => {
    expect(sentence([tuesday, inAWeek])).toBe('Tue 10:00 or Tue, Jan 12 10:00 (Berlin)')
  })

  test('follow the host’s clock and zone', () => {
    expect(sentence([tuesday], { hour12: true })).toBe('Tue 10:00 AM (Berlin)')
    expect(sentence([tuesday], { timeZone: 'America/New_York' })).toBe('Tue 04:00 (New York)')
    expect(sentence([tuesday], { timeZone: 'UTC' })).toBe('Tue 09:00 (UTC)')
  })

  test('say which of two times that a clock shows twice', () => {
    const shown = { ...viewer, timeZone: 'America/New_York' }
    const slots = ['2027-11-07T05:30:00.000Z', '2027-11-07T06:30:00.000Z', '2027-11-07T07:30:00.000Z']
    const copied = timesText({ slots, url, viewer: shown, now: Date.parse('2027-11-06T12:00:00Z') })
    expect(copied.text.split('\n')).toEqual([
      'Sun 01:30 GMT-4, 01:30 GMT-5 or 02:30 (New York)',
      '',
      'Sun 01:30 GMT-4: https://meet.example.com/book/event_x?slot=2027-11-07T05:30Z',
      'Sun 01:30 GMT-5: https://meet.example.com/book/event_x?slot=2027-11-07T06:30Z',
      'Sun 02:30: https://meet.example.com/book/event_x?slot=2027-11-07T07:30Z',
      '',
    ])
    expect(copied.html).toContain('>01:30 GMT-5</a>')
  })

  test('are links in HTML, and followed by links in plain text', () => {
    const { text, html } = timesText({ slots: [tuesday, later], url, viewer, now })
    expect(text).toBe(
      'Tue 10:00 or 10:30 (Berlin)\n\n' +
        'Tue 10:00: https://meet.example.com/book/event_x?slot=2027-01-05T09:00Z\n' +
        'Tue 10:30: https://meet.example.com/book/event_x?slot=2027-01-05T09:30Z\n',
    )
    expect(html).toBe(
      'Tue <a href="https://meet.example.com/book/event_x?slot=2027-01-05T09:00Z">10:00</a> or ' +
        '<a href="https://meet.example.com/book/event_x?slot=2027-01-05T09:30Z">10:30</a> (Berlin)',
    )
  })

  test('each link to the slot they name', () => {
    const slots = fc.uniqueArray(
      fc.integer({ min: 0, max: 365 * 1440 }).map((minute) => new Date(now + minute * 60_000).toISOString()),
      { minLength: 1, maxLength: 12 },
    )
    const zones = fc.constantFrom(
      'Europe/Berlin',
      'America/New_York',
      'Asia/Kathmandu',
      'Australia/Lord_Howe',
    )
    fc.assert(
      fc.property(slots, zones, fc.boolean(), (chosen, timeZone, hour12) => {
        const shown = { ...viewer, timeZone, hour12 }
        const { text, html } = timesText({ slots: chosen, url, viewer: shown, now })
        const inHtml = [...html.matchAll(/<a href="([^"]*)">([^<]*)<\/a>/g)]
        const inText = [...text.matchAll(/ (\d+:\d\d(?: [AP]M)?(?: GMT\S+)?): (https:\S+)$/gm)]
        const named = [
          inHtml.map(([, link, time]) => [link!, time!]),
          inText.map(([, time, link]) => [link!, time!]),
        ]
        for (const pairs of named) {
          const starts = pairs.map(([link]) =>
            new Date(new URL(link!).searchParams.get('slot')!).toISOString(),
          )
          expect(starts).toEqual(chosen.toSorted())
          for (const [index, [, time]] of pairs.entries()) {
            const start = starts[index]!
            expect(time).toBe(withOffset(timeText(start, { ...shown, locale: 'en-US' }), start, shown))
          }
        }
      }),
    )
  })
})
