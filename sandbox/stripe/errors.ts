/** An error that `errorBody` formats like Stripe. */
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

/** The JSON body of an error. */
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

/** 400: the request is invalid. */
export function invalidRequest(message: string, param?: string, code?: string): StripeError {
  return new StripeError(400, message, {
    type: 'invalid_request_error',
    ...(code ? { code } : {}),
    ...(param ? { param } : {}),
  })
}

/** An id doesn't exist: 404 if it is in the path, 400 if it is a parameter. */
export function noSuch(what: string, id: string, param = 'id'): StripeError {
  return new StripeError(param === 'id' ? 404 : 400, `No such ${what}: '${id}'`, {
    type: 'invalid_request_error',
    code: 'resource_missing',
    param,
  })
}

/** 402: the bank declined. */
export function declined(): StripeError {
  return new StripeError(402, 'Your card was declined.', {
    type: 'card_error',
    code: 'card_declined',
    decline_code: 'generic_decline',
  })
}
