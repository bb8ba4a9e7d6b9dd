import type { RetentionMonths } from '../../../contract/account/settings-options.ts'

/** `6 months`, `1 year`, `5 years` */
export const retentionText = (months: RetentionMonths) =>
  months < 12 ? `${months} months` : months === 12 ? '1 year' : `${months / 12} years`
