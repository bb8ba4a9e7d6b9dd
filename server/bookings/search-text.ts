import type { bookings } from '../db/schema.ts'

/** A text as it is searched: `Straße`, `STRASSE` and `strasse` are one, and so are `é` and `e`. */
export const searchForm = (text: string) => text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toUpperCase()

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
