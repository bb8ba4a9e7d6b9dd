const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** Whether a text can be the id of a row; what cannot be is not found, rather than an error of the database. */
export const isId = (text: string) => UUID.test(text)

const CAPABILITY = /^[\w-]{1,64}$/

/** The same for the random ids of booking links and bookings. */
export const isCapability = (text: string) => CAPABILITY.test(text)
