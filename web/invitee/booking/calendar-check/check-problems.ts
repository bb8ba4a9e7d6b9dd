const texts = {
  blocked: 'Your browser blocked Google’s window. Allow popups for this page and try again.',
  closed: 'Google’s window was closed, so we didn’t check your calendar. You can still book any time.',
  denied: 'You didn’t allow access, so we didn’t check your calendar. You can still book any time.',
  expired: 'Google’s permission has expired. Check against your calendar again to continue.',
  forbidden: 'Google didn’t let us see when you’re busy. Try again and allow access.',
  tooMany: 'Google is getting too many requests. Try again in a minute.',
  unreachable: 'We couldn’t reach Google. Check your connection and try again.',
  failed: 'Google couldn’t check your calendar. Try again in a few minutes.',
}

const passing = new Set<keyof typeof texts>(['tooMany', 'unreachable', 'failed'])

/** Why a calendar couldn't be checked. */
export class CheckFailed extends Error {
  /** Whether Google may answer later, with the same permission. */
  readonly mayPass: boolean

  constructor(problem: keyof typeof texts) {
    super(texts[problem])
    this.mayPass = passing.has(problem)
  }
}

export const problemText = (error: unknown) => (error instanceof CheckFailed ? error.message : texts.failed)
