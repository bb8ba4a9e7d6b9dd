import { z } from 'zod'

const seconds = z.int()

const yearlyChange = z.object({
  month: z.int().min(1).max(12),
  day: z.int().min(1).max(31).describe('The earliest day of the month on which it can happen'),
  weekday: z.int().min(0).max(6).describe('0 for Monday to 6 for Sunday'),
  time: seconds.describe('Seconds after midnight on the clock before the change'),
  offset: seconds.describe('How far the clock is ahead of UTC from then on, in seconds'),
})

/** Offsets are in seconds ahead of UTC, instants in seconds since 1970. */
export const zoneRules = z.object({
  timeZone: z.string().describe('The IANA name'),
  offset: seconds.describe('Before the first change'),
  changes: z
    .array(z.tuple([seconds, seconds]).readonly())
    .readonly()
    .describe('Each instant and its new offset, ascending'),
  yearly: z.array(yearlyChange).readonly().describe('What happens every year after the last of the changes'),
})

const listedZone = zoneRules.extend({
  countries: z
    .array(z.string())
    .readonly()
    .nullable()
    .describe('ISO 3166-1 alpha-2; null if nobody should choose it'),
})
export type ListedZone = z.output<typeof listedZone>

/** Without a name, all zones. */
export const timezonesQuery = z.object({ timezone: z.string().max(64).optional() })

export const timezoneList = z.object({
  release: z.string().describe('Of the time zone database, such as 2026f'),
  timezones: z.array(listedZone).readonly(),
  aliases: z
    .record(z.string(), z.string())
    .describe('Other names, and the zone in the list with the same rules'),
})
export type TimezoneList = z.output<typeof timezoneList>
