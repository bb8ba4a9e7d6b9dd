import { rowId } from '../../contract/endpoint.ts'

/** Whether a text can be a row's id. Others are not found, instead of an error in the database. */
export const isId = (text: string) => rowId.safeParse(text).success

const CAPABILITY = /^[\w-]{1,64}$/

/** The same for the random ids of booking links and bookings. */
export const isCapability = (text: string) => CAPABILITY.test(text)
