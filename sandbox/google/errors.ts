/** A refusal by the Calendar API, answered in Google's shape by `errorBody`. */
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

/** What only some refusals carry. */
export interface ApiErrorExtra {
  domain?: string
  /** The message inside `errors`, where Google words it differently from the outer one. */
  innerMessage?: string
  locationType?: 'parameter' | 'header'
  location?: string
  status?: string
  details?: unknown[]
  headers?: Record<string, string>
}

/** A refusal by the token or revocation endpoint (RFC 6749, section 5.2). */
export class OAuthError extends Error {
  readonly status: number
  readonly code: string

  constructor(status: number, code: string, description: string) {
    super(description)
    this.status = status
    this.code = code
  }
}

/** The JSON body of a refusal by the Calendar API. */
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

/** 400: something required is not there. */
export function missing(message: string): ApiError {
  return new ApiError(400, 'required', message)
}

/** 400: a value cannot be used. */
export function invalid(message: string, location?: string): ApiError {
  return new ApiError(400, 'invalid', message, location ? { locationType: 'parameter', location } : {})
}

/** 404, the same for what does not exist and for what is somebody else's. */
export function notFound(): ApiError {
  return new ApiError(404, 'notFound', 'Not Found')
}
