import { createHmac } from 'node:crypto'

/** The `Stripe-Signature` of a body sent at a given time (epoch seconds). */
export function signature(secret: string, seconds: number, body: string): string {
  const digest = createHmac('sha256', secret).update(`${seconds}.${body}`, 'utf8').digest('hex')
  return `t=${seconds},v1=${digest}`
}
