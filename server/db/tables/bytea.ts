import { customType } from 'drizzle-orm/pg-core'

/** A `bytea` column. */
export const bytea = customType<{ data: Buffer; driverData: Uint8Array }>({
  dataType: () => 'bytea',
  fromDriver: (bytes) => Buffer.from(bytes),
})
