import type { bookings } from '../db/schema.ts'

/** Letters that Unicode doesn't decompose, although people without them on the keyboard type the plain ones. */
const PLAIN: Readonly<Record<string, string>> = {
  Ł: 'L',
  Đ: 'D',
  Ð: 'D',
  Ħ: 'H',
  Ø: 'O',
  Ŧ: 'T',
  Æ: 'AE',
  Œ: 'OE',
  Þ: 'TH',
  ẞ: 'SS',
}

/** Normalizes text for search: `Straße`, `STRASSE` and `strasse` are equal, and so are `é` and `e`, `ł` and `l`. */
export const searchForm = (text: string) =>
  text
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toUpperCase()
    .replaceAll(/[ŁĐÐĦØŦÆŒÞẞ]/g, (letter) => PLAIN[letter]!)

/** Splits search input into words. */
export const searchWords = (typed: string) => searchForm(typed).split(/\s+/).filter(Boolean)

type Booking = typeof bookings.$inferInsert

/** The searchable text of a booking, stored with it. */
export const searchTexts = ({
  fullName,
  email,
  title,
  description,
}: Pick<Booking, 'fullName' | 'email' | 'title' | 'description'>) => ({
  searchWho: searchForm(`${fullName}\n${email}`),
  searchWhat: searchForm(`${title}\n${description}`),
})
