import { sql } from 'drizzle-orm'
import { visibleAddress, withAsciiDomain } from '../../../contract/email.ts'
import { plainApostrophes } from '../../../contract/plain-apostrophes.ts'
import { bookings } from '../../db/tables/bookings.ts'
import { plainAnswer, publicPart } from '../booked-collections.ts'

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
  plainApostrophes(text)
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toUpperCase()
    .replaceAll(/[ŁĐÐĦØŦÆŒÞẞ]/g, (letter) => PLAIN[letter]!)

/** Splits search input into words. */
export const searchWords = (typed: string) => searchForm(typed).split(/\s+/).filter(Boolean)

/** The forms that typed text is found in: addresses are stored with the ASCII form of their domain. */
export function searchForms(typed: string): string[] {
  const address = visibleAddress(typed)
  const stored = address.includes('@') ? withAsciiDomain(address) : withAsciiDomain(`@${address}`).slice(1)
  const isDomain = /[.@]/.test(address) && stored !== address
  return isDomain ? [searchForm(typed), searchForm(stored)] : [searchForm(typed)]
}

/** Splits search input into words, each with its forms. */
export const wordForms = (typed: string): string[][] =>
  typed.split(/\s+/).flatMap((word) => {
    const forms = searchForms(word)
    return forms.length > 1 ? [forms] : searchWords(word).map((form) => [form])
  })

/** How much of the answers is searched, in UTF-16 code units: they can be megabytes. */
const MAX_ANSWERED = 10_000

/** Between the event's texts and the answers. It isn't in words that are searched. */
const SEPARATOR = '\u001f'

/** SQL: the searchable text of a booking's event, as it was then. */
export const searchedEvent = sql`split_part(${bookings.searchWhat}, ${SEPARATOR}, 1)`

type Booking = typeof bookings.$inferInsert

/**
 * The searchable text of a booking, stored with it. The host's notes aren't part of it, because an access token may
 * search without being allowed to read them.
 */
export function searchTexts({
  fullName,
  email,
  title,
  description,
  customFields = [],
}: Pick<Booking, 'fullName' | 'email' | 'title' | 'description' | 'customFields'>) {
  const fields = publicPart(customFields).flatMap((collection) => collection.fields)
  const answers = fields.map(plainAnswer).filter((answer) => answer !== null)
  const answered = answers.join('\n').slice(0, MAX_ANSWERED)
  return {
    searchWho: searchForm(`${fullName}\n${email}`),
    searchWhat: searchForm(`${title}\n${description}`) + SEPARATOR + searchForm(answered),
  }
}
