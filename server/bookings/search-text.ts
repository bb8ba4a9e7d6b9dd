import type { bookings } from '../db/schema.ts'

/** Letters that Unicode takes for others of their own, and whoever lacks them on the keyboard does not. */
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

/** A text as it is searched: `Straße`, `STRASSE` and `strasse` are one, and so are `é` and `e`, `ł` and `l`. */
export const searchForm = (text: string) =>
  text
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toUpperCase()
    .replaceAll(/[ŁĐÐĦØŦÆŒÞẞ]/g, (letter) => PLAIN[letter]!)

/** What people type to find something, word by word. */
export const searchWords = (typed: string) => searchForm(typed).split(/\s+/).filter(Boolean)

type Booking = typeof bookings.$inferInsert

/** What a booking is found by, to be stored with it. */
export const searchTexts = ({
  fullName,
  email,
  title,
  description,
}: Pick<Booking, 'fullName' | 'email' | 'title' | 'description'>) => ({
  searchWho: searchForm(`${fullName}\n${email}`),
  searchWhat: searchForm(`${title}\n${description}`),
})
