import { customType } from 'drizzle-orm/pg-core'

/** A `timestamptz` column as epoch milliseconds; the database's `infinity` is `Infinity`. */
export const instant = customType<{ data: number; driverData: string | Date }>({
  dataType: () => 'timestamp with time zone',
  toDriver: (at) => (at === Infinity ? 'infinity' : new Date(at).toISOString()),
  fromDriver: (value) => (value === 'infinity' ? Infinity : new Date(value).getTime()),
})
