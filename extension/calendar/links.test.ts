import { describe, expect, test } from 'vitest'
import { findBookingId, linksInText, mayBeBookingLink, unwrap } from './links.ts'

const ORIGIN = 'https://meet.example.com'
const LINK = `${ORIGIN}/booking-confirmation/8qdf6xQG3ZJUGv9vO1ZcEk_C`
const ID = '8qdf6xQG3ZJUGv9vO1ZcEk_C'
const wrapped = (link: string) =>
  `https://www.google.com/url?q=${encodeURIComponent(link)}&sa=D&source=calendar&usd=2&usg=AOvVaw`

describe('the booking of a link', () => {
  test.each([
    ['direct', LINK],
    ['with a slash', `${LINK}/`],
    ['with a query and a fragment', `${LINK}?from=calendar#top`],
    ['wrapped by Google', wrapped(LINK)],
    ['wrapped by Google in another country', wrapped(LINK).replace('www.google.com', 'www.google.co.uk')],
    ['wrapped under the other name', wrapped(LINK).replace('?q=', '?url=')],
  ])('is found: %s', (_name, link) => {
    expect(findBookingId([link], ORIGIN)).toBe(ID)
    expect(mayBeBookingLink(link)).toBe(true)
  })

  test.each([
    ['another origin', LINK.replace('meet', 'other')],
    ['another scheme', LINK.replace('https', 'http')],
    [
      'our origin as somebody else’s user',
      `https://meet.example.com@evil.example/booking-confirmation/${ID}`,
    ],
    ['a page below', `${LINK}/invite.ics`],
    ['no id', `${ORIGIN}/booking-confirmation/`],
    ['another page', `${ORIGIN}/book/event_x`],
    ['wrapped by somebody else', wrapped(LINK).replace('www.google.com', 'www.google.evil.example')],
    ['not a URL', 'booking-confirmation/abc'],
    ['wrapping nothing', 'https://www.google.com/url?q=abc'],
  ])('is not: %s', (_name, link) => {
    expect(findBookingId([link], ORIGIN)).toBeNull()
  })

  test('is that of the last link to it, because an invitee’s answer can come before', () => {
    const links = [`${LINK}2`, wrapped(LINK), LINK.replace('meet', 'other'), 'https://example.com/']
    expect(findBookingId(links, ORIGIN)).toBe(ID)
  })
})

test('unwraps once, so that a link can’t hide behind two wrappers', () => {
  expect(unwrap(wrapped(wrapped(LINK)))?.hostname).toBe('www.google.com')
})

test.each([
  [`See ${LINK}.`, [LINK]],
  [`(${LINK})`, [LINK]],
  [`<${LINK}>, ${LINK}2!`, [LINK, `${LINK}2`]],
  ['no link', []],
])('finds links in %j', (text, links) => {
  expect(linksInText(text)).toEqual(links)
})
