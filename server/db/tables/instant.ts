import { customType } from 'drizzle-orm/pg-core'

const FIRST_INSTANT = Date.parse('0001-01-01T00:00:00Z')
/** The last one that databases read as ISO 8601. */
export const LAST_INSTANT = Date.parse('9999-12-31T23:59:59.999Z')

/**
 * A `timestamptz` column as epoch milliseconds; the database's `infinity` is `Infinity`. Conditions can also name
 * instants outside the years 1 to 9999, which databases can't read as ISO 8601: they are before or after everything
 * stored.
 */
export const instant = customType<{ data: number; driverData: string | Date }>({
  dataType: () => 'timestamp with time zone',
  toDriver: (at) =>
    at > LAST_INSTANT ? 'infinity' : at < FIRST_INSTANT ? '-infinity' : new Date(at).toISOString(),
  fromDriver: (value) => (value === 'infinity' ? Infinity : new Date(value).getTime()),
})
