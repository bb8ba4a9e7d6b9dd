/** The order behind a checkout session, stored under the session's id. */
export interface Order {
  id: string
  lines: { id: string; price: string; quantity: number }[]
  /** Metadata of the subscription. */
  metadata: Record<string, string>
  description: string | null
  trialDays: number | null
  /** Seconds since 1970. */
  trialEnd: number | null
  missingPaymentMethod: MissingPaymentMethod
}

export const MISSING_PAYMENT_METHOD = ['cancel', 'create_invoice', 'pause'] as const
/** What happens to a trial that ends without a card. */
export type MissingPaymentMethod = (typeof MISSING_PAYMENT_METHOD)[number]
