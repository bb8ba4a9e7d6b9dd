import { z } from 'zod'
import { parseDate } from '../availability/civil-date.ts'
import { MINUTE } from '../availability/units.ts'
import {
  EMAIL_INVALID,
  EMAIL_NAME_NOT_ASCII,
  EMAIL_PATTERN,
  emailError,
  MAX_EMAIL_LENGTH,
  plainAddress,
} from './email.ts'
import { plainLine, plainText } from './plain-text.ts'
import { isTimeZone, zoneTable } from './time/time-zones.ts'

export const flag = z.boolean('Use true or false')

/**
 * Whether the person that something is shared with gets an email. Restoring a share that was ended tells them nothing
 * new; if its email wasn't sent yet, they get it anyway.
 */
export const notifies = flag.default(true)

/** Why they don't get it, as a sentence for the host who shares; null if nothing prevented it. */
export const emailRefusal = z.string().nullable()

/** Counts changes from 1, to detect concurrent edits by several people or tabs. */
export const version = z.int('Version must be a whole number').min(1, 'Version must be a whole number')

export const timezone = z
  .string({ error: 'Choose a time zone' })
  .refine(isTimeZone, 'Unknown time zone. Use an IANA name such as Europe/Berlin')
  // Names are case-insensitive and stored in their usual spelling.
  .transform((zone) => zoneTable(zone).rules.timeZone)

const instantError = 'Use a date and time such as 2027-03-14T00:00:00Z'

/** Limited to four-digit years, in UTC as well, because databases reject ISO dates outside of them. */
const isoInstant = z.iso.datetime({ offset: true, error: instantError }).refine((iso) => {
  const year = new Date(iso).getUTCFullYear()
  return year >= 1 && year <= 9999
}, instantError)

const wholeMinuteError = 'Use a whole minute such as 2027-03-14T09:30:00Z'

/** An instant: ISO 8601 with `Z` or an offset in JSON, epoch milliseconds inside. */
export const instant = isoInstant.transform((iso) => Date.parse(iso))

/** What people choose, on calendars and clocks without seconds. */
export const isWholeMinute = (at: number): boolean => at % MINUTE === 0

/** An `instant` without seconds. */
export const minute = instant.refine(isWholeMinute, wholeMinuteError)

/** An email address, trimmed. `message` is the error of an invalid one that is short enough to be shown. */
export const email = (message: (address: string) => string = () => EMAIL_INVALID) => {
  const error = ({ input }: { input?: unknown }) =>
    typeof input === 'string' && input.length <= MAX_EMAIL_LENGTH
      ? emailError(input) === EMAIL_NAME_NOT_ASCII
        ? EMAIL_NAME_NOT_ASCII
        : message(input)
      : EMAIL_INVALID
  return z
    .string({ error })
    .trim()
    .max(MAX_EMAIL_LENGTH, { error })
    .transform(plainAddress)
    .pipe(z.string().max(MAX_EMAIL_LENGTH, { error }).email({ pattern: EMAIL_PATTERN, error }))
}

/** One line of plain text. `what` starts the error message: `A label`. */
export const line = (what: string, maxLength: number) =>
  z
    .string(`${what} must be text`)
    .transform(plainLine)
    .pipe(z.string().max(maxLength, `${what} can have at most ${maxLength} characters`))

/** The same for multi-line text. */
export const text = (what: string, maxLength: number) =>
  z
    .string(`${what} must be text`)
    .transform(plainText)
    .pipe(z.string().max(maxLength, `${what} can have at most ${maxLength} characters`))

const dateError = 'Use a date such as 2027-03-14'

/** A calendar day: `YYYY-MM-DD` in JSON, days since 1970-01-01 inside. */
export const calendarDay = z.string({ error: dateError }).transform((day, context) => {
  try {
    return parseDate(day)
  } catch {
    context.addIssue({ code: 'custom', message: dateError })
    return z.NEVER
  }
})

/** A list of a type that can't be changed. Zod's own `readonly` would also freeze it. */
export const asReadonly = <Item>(list: z.ZodType<Item[], Item[]>) =>
  list as z.ZodType<readonly Item[], readonly Item[]>
