import bookingDark from './pictures/booking-dark.webp'
import bookingLight from './pictures/booking-light.webp'
import calendarDark from './pictures/calendar-dark.webp'
import calendarLight from './pictures/calendar-light.webp'
import editorDark from './pictures/editor-dark.webp'
import editorLight from './pictures/editor-light.webp'
import phoneDark from './pictures/phone-dark.webp'
import phoneLight from './pictures/phone-light.webp'

/**
 * A screenshot of the product in both themes, which `npm run pictures` makes. Its size is in the image's own pixels.
 */
export interface ProductPicture {
  light: string
  dark: string
  width: number
  height: number
  alt: string
}

export const booking: ProductPicture = {
  light: bookingLight,
  dark: bookingDark,
  width: 1728,
  height: 1424,
  alt: 'The booking page for an intro call: a month with its open days marked, and 2:00 PM chosen on Thursday, June 10',
}

export const phone: ProductPicture = {
  light: phoneLight,
  dark: phoneDark,
  width: 585,
  height: 1200,
  alt: 'The same page on a phone in Lisbon, where that time is 7:00 PM',
}

export const calendar: ProductPicture = {
  light: calendarLight,
  dark: calendarDark,
  width: 1456,
  height: 1288,
  alt: 'A week in the host’s calendar: bookings in color, and busy times from other calendars in gray',
}

export const editor: ProductPicture = {
  light: editorLight,
  dark: editorDark,
  width: 1404,
  height: 1443,
  alt: 'The event editor: a form with a title, a description and a duration, next to a preview of the booking page',
}
