const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** Whether a text can be a row's id. Others are not found, instead of an error in the database. */
export const isId = (text: string) => UUID.test(text)

const CAPABILITY = /^[\w-]{1,64}$/

/** The same for the random ids of booking links and bookings. */
export const isCapability = (text: string) => CAPABILITY.test(text)
