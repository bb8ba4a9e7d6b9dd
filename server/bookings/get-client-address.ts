import type { Handler } from '../http/endpoint.ts'

/** Replaces a third-party lookup, so that no invitee's address leaves our server. */
export const getClientAddress: Handler<'getClientAddress'> = async ({ request }) => ({ ip: request.ip })
