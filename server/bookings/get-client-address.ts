import type { Handler } from '../endpoint.ts'

/** Stands in for a lookup elsewhere, so that no invitee's address leaves for somebody else. */
export const getClientAddress: Handler<'getClientAddress'> = async ({ request }) => ({ ip: request.ip })
