import { createHash } from 'node:crypto'

/** What is stored of an address that is only counted or blocked. The migration that introduced it computes the same. */
export const hashEmail = (email: string) =>
  createHash('sha256').update(email.trim().toLowerCase()).digest('hex')
