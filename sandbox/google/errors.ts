/** A Calendar API error. `errorBody` formats it like Google. */
export class ApiError extends Error {
  readonly status: number
  readonly reason: string
  readonly extra: ApiErrorExtra

  constructor(status: number, reason: string, message: string, extra: ApiErrorExtra = {}) {
    super(message)
    this.status = status
    this.reason = reason
    this.extra = extra
  }
}

/** Properties that only some errors have. */
export interface ApiErrorExtra {
  domain?: string
  /** The message inside `errors`, if Google words it differently from the outer one. */
  innerMessage?: string
  locationType?: 'parameter' | 'header'
  location?: string
  status?: string
  details?: unknown[]
  headers?: Record<string, string>
}

/** An error of the token or revocation endpoint (RFC 6749, section 5.2). */
export class OAuthError extends Error {
  readonly status: number
  readonly code: string

  constructor(status: number, code: string, description: string) {
    super(description)
    this.status = status
    this.code = code
  }
}

/** The JSON body of a Calendar API error. */
export function errorBody(error: ApiError): unknown {
  const { domain = 'global', innerMessage, locationType, location, status, details } = error.extra
  const inner = { domain, reason: error.reason, message: innerMessage ?? error.message }
  return {
    error: {
      code: error.status,
      message: error.message,
      errors: [{ ...inner, ...(location ? { locationType, location } : {}) }],
      ...(status ? { status } : {}),
      ...(details ? { details } : {}),
    },
  }
}

/** 400: a required value is missing. */
export function missing(message: string): ApiError {
  return new ApiError(400, 'required', message)
}

/** 400: a value is invalid. */
export function invalid(message: string, location?: string): ApiError {
  return new ApiError(400, 'invalid', message, location ? { locationType: 'parameter', location } : {})
}

/** 404, identical for things that don't exist and things of other people. */
export function notFound(): ApiError {
  return new ApiError(404, 'notFound', 'Not Found')
}
