import { createHmac } from 'node:crypto'

/** The `Stripe-Signature` of a body sent at a moment (seconds since 1970). */
export function signature(secret: string, seconds: number, body: string): string {
  const digest = createHmac('sha256', secret).update(`${seconds}.${body}`, 'utf8').digest('hex')
  return `t=${seconds},v1=${digest}`
}
