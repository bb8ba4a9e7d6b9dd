import { useRef, useState } from 'react'
import type { BillingInterval, PlanName } from '../../../../contract/account/plans.ts'
import { CallFailed } from '../../../../contract/api/client.ts'
import { api, SessionExpired } from '../../data/api.ts'
import { toasts } from '../../data/toasts.ts'
import { useAttemptKey } from '../../../data/use-attempt-key.ts'
import { refreshStatus } from './subscription-calls.ts'
import { useHostedPage } from './use-hosted-page.ts'

type Purpose = PlanName | 'portal'

/** The payment provider's pages for buying a plan, changing the card and viewing invoices. */
export function usePaymentPages() {
  const { blockedUrl, forgetBlocked, open } = useHostedPage()
  const [opening, setOpening] = useState<Purpose | null>(null)
  const attemptKey = useAttemptKey()
  const answered = useRef(0)

  async function show(
    purpose: Purpose,
    ask: Parameters<typeof open>[0],
    failed: (why: string | null) => void,
  ) {
    setOpening(purpose)
    try {
      await open(ask)
      answered.current++
    } catch (error) {
      if (error instanceof SessionExpired) return
      failed(error instanceof CallFailed ? error.message : null)
      if (!(error instanceof CallFailed) || error.status === 0) return
      // The server answered, so the next click is a new attempt. The reason for a rejection may show in the status.
      answered.current++
      if (error.status < 500) void refreshStatus()
    } finally {
      setOpening(null)
    }
  }

  return {
    blockedUrl,
    forgetBlocked,
    opening,
    /** Call both directly from a click. */
    checkOut: (plan: PlanName, interval: BillingInterval) => {
      const idempotencyKey = attemptKey(`${plan} ${interval} ${answered.current}`)
      const body = { plan, interval, intervalCount: 1 } as const
      return show(plan, () => api.createCheckoutSession({ body, idempotencyKey }), toasts.checkoutNotStarted)
    },
    managePayment: () => show('portal', () => api.createPortalSession(), toasts.paymentPageNotOpened),
  }
}
