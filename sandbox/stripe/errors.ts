/** A refusal, answered in Stripe's shape by `errorBody`. */
export class StripeError extends Error {
  readonly status: number
  readonly details: ErrorDetails

  constructor(status: number, message: string, details: ErrorDetails) {
    super(message)
    this.status = status
    this.details = details
  }
}

interface ErrorDetails {
  type: 'api_error' | 'card_error' | 'idempotency_error' | 'invalid_request_error'
  code?: string
  decline_code?: string
  param?: string
}

/** The JSON body of a refusal. */
export function errorBody({ message, details }: StripeError, requestId: string): unknown {
  const { code } = details
  return {
    error: {
      ...details,
      ...(code ? { doc_url: `https://stripe.com/docs/error-codes/${code.replaceAll('_', '-')}` } : {}),
      message,
      request_log_url: `https://dashboard.stripe.com/test/logs/${requestId}`,
    },
  }
}

/** 400: the call cannot be made so. */
export function invalidRequest(message: string, param?: string, code?: string): StripeError {
  return new StripeError(400, message, {
    type: 'invalid_request_error',
    ...(code ? { code } : {}),
    ...(param ? { param } : {}),
  })
}

/** What an id names is not there: 404 where it stands in the address, 400 where it is a parameter. */
export function noSuch(what: string, id: string, param = 'id'): StripeError {
  return new StripeError(param === 'id' ? 404 : 400, `No such ${what}: '${id}'`, {
    type: 'invalid_request_error',
    code: 'resource_missing',
    param,
  })
}

/** 402: the bank says no. */
export function declined(): StripeError {
  return new StripeError(402, 'Your card was declined.', {
    type: 'card_error',
    code: 'card_declined',
    decline_code: 'generic_decline',
  })
}
