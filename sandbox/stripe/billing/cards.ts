import { declined, invalidRequest, noSuch } from '../errors.ts'
import type { Sandbox } from '../sandbox.ts'

/** The test cards. */
export const CARDS = {
  '4242424242424242': { works: 'always', says: 'Works' },
  '4000000000000002': { works: 'never', says: 'Declined' },
  '4000000000000341': { works: 'once', says: 'Works now, fails at renewal' },
} as const

type CardNumber = keyof typeof CARDS

/** Makes this the customer's card; 402 if it is declined. */
export function changeCard({ store }: Sandbox, customer: string, typed: string): void {
  if (!store.find('customer', customer)) throw noSuch('customer', customer)
  const number = Object.keys(CARDS).find((one): one is CardNumber => one === typed.replaceAll(/\D/g, ''))
  if (!number) throw invalidRequest(`No such test card: ${typed}`, 'card', 'incorrect_number')
  if (CARDS[number].works === 'never') throw declined()
  store.save('card', { id: customer, number })
}

/** Whether a charge succeeds; `present` while the customer is at checkout. */
export function isCharged({ store }: Sandbox, customer: string, present: boolean): boolean {
  const number = store.find('card', customer)?.number as CardNumber | undefined
  const works = number && CARDS[number].works
  return works === 'always' || (works === 'once' && present)
}
