/** Plans and prices. Amounts are integers in minor units. Free of schemas because screens and pages import them. */
export const planNames = ['individual', 'team', 'enterprise'] as const
export type PlanName = (typeof planNames)[number]

export const billingIntervals = ['month', 'year'] as const
export type BillingInterval = (typeof billingIntervals)[number]

export const CURRENCY = 'usd'

type Prices = Record<BillingInterval, number>

export interface Plan {
  name: string
  prices: Prices
  /** The advertised discount of a year over twelve months, in percent. */
  yearlyDiscount: number
  /** A label next to the name. */
  badge: string | null
  /** The number of seats besides the subscriber's. */
  seats: number
  /** Whether the plan is on sale; the others are only shown. */
  isAvailable: boolean
}

export const plans: Record<PlanName, Plan> = {
  individual: {
    name: 'Individual',
    prices: { month: 99, year: 999 },
    yearlyDiscount: 16,
    badge: 'Limited Time Deal',
    seats: 0,
    isAvailable: true,
  },
  team: {
    name: 'Team',
    prices: { month: 3599, year: 34_499 },
    yearlyDiscount: 20,
    badge: 'Most Popular',
    seats: 5,
    isAvailable: false,
  },
  enterprise: {
    name: 'Enterprise',
    prices: { month: 11_999, year: 122_999 },
    yearlyDiscount: 14,
    badge: null,
    seats: 15,
    isAvailable: false,
  },
}

type SeatPrices = Record<'team' | 'enterprise', Prices>

/** Extra seats: `pricing` for those bought together with a plan, `subscription` for those added later. */
export const extraSeats: Record<'subscription' | 'pricing', SeatPrices> = {
  subscription: { team: { month: 599, year: 5699 }, enterprise: { month: 799, year: 7599 } },
  pricing: { team: { month: 699, year: 6499 }, enterprise: { month: 499, year: 4999 } },
}
/** Percent, as the subscription screen shows it. */
export const EXTRA_SEATS_YEARLY_DISCOUNT = 20

/** Days from the creation of the account, without a card. */
export const TRIAL_DAYS = 5

/** How long a new subscription counts as just bought. */
export const JUST_BOUGHT_MINUTES = 500

export const SUPPORT_REPLY_HOURS = 24

const formats = new Map<string, Intl.NumberFormat>()

/** Formats an amount in minor units for `locale`, such as `$9.99`. */
export function priceText(amount: number, currency: string = CURRENCY, locale = 'en-US'): string {
  const key = `${locale} ${currency}`
  let format = formats.get(key)
  if (!format) {
    format = new Intl.NumberFormat(locale, { style: 'currency', currency })
    formats.set(key, format)
  }
  const digits = format.resolvedOptions().maximumFractionDigits ?? 2
  return format.format(amount / 10 ** digits)
}
