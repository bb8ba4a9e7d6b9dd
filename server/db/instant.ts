import { customType } from 'drizzle-orm/pg-core'

/** A `timestamptz` column as epoch milliseconds. */
export const instant = customType<{ data: number; driverData: string | Date }>({
  dataType: () => 'timestamp with time zone',
  toDriver: (at) => new Date(at).toISOString(),
  fromDriver: (value) => new Date(value).getTime(),
})
