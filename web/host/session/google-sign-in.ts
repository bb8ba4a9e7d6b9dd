import type { Answer } from '../../../contract/endpoints.ts'
import { api } from '../data/api.ts'
import { readSession, removeSession, writeSession } from '../drafts/session-storage.ts'

/** The message from the page at /auth/callback to its opener. */
export type SignInMessage = { type: 'OAUTH_SUCCESS'; code: string } | { type: 'OAUTH_ERROR'; error: string }

export const signInMessages = {
  popupBlocked: 'Popup blocked. Please allow popups for this site.',
  canceled: 'Authentication canceled',
  failed: 'OAuth failed',
  denied: 'You canceled the Google sign-in',
  stateMissing: 'Missing OAuth State Token',
  answerInvalid: 'Invalid response from server',
} as const

/** The message for Google's answer in the URL. */
export function messageFrom(search: URLSearchParams): SignInMessage {
  const code = search.get('code')
  if (code !== null && code !== '') return { type: 'OAUTH_SUCCESS', code }
  if (search.get('error') === 'access_denied') return { type: 'OAUTH_ERROR', error: signInMessages.denied }
  // `error` itself is a code for programs.
  return { type: 'OAUTH_ERROR', error: search.get('error_description') || signInMessages.failed }
}

const POPUP_POLL_MS = 1000
/** A popup that posts its result and closes immediately can be seen closed before its message arrives. */
const LAST_MESSAGE_MS = 300

type NewSession = Answer<'signIn'>
let running: Promise<NewSession> | null = null

/**
 * Signs in through Google's page in a popup. Call it directly from a click, or the popup is blocked. A second call
 * joins a running one.
 */
export function signInWithGoogle(): Promise<NewSession> {
  running ??= run().finally(() => {
    running = null
  })
  return running
}

async function run(): Promise<NewSession> {
  const popup = openPopup()
  if (popup === null) throw new Error(signInMessages.popupBlocked)
  const listening = new AbortController()
  try {
    const { stateToken: newStateToken, authorizationUrl } = await api.getStateToken()
    writeSession('oauthStateToken', newStateToken)
    popup.location.href = authorizationUrl
    const code = await codeFrom(popup, listening.signal)

    const stateToken = readSession('oauthStateToken')
    if (stateToken === null) throw new Error(signInMessages.stateMissing)
    removeSession('oauthStateToken')
    const answer: Partial<NewSession> | null = await api.signIn({ body: { code, stateToken } })
    if (!answer?.sessionToken || !answer.user) throw new Error(signInMessages.answerInvalid)
    return { sessionToken: answer.sessionToken, user: answer.user }
  } finally {
    listening.abort()
    popup.close()
  }
}

function openPopup() {
  const width = 500
  const height = 600
  const left = Math.round(window.screenX + (window.outerWidth - width) / 2)
  const top = Math.round(window.screenY + (window.outerHeight - height) / 2)
  return window.open(
    'about:blank',
    'google-sign-in',
    `popup,width=${width},height=${height},left=${left},top=${top}`,
  )
}

function codeFrom(popup: Window, signal: AbortSignal): Promise<string> {
  return new Promise((resolve, reject) => {
    window.addEventListener(
      'message',
      ({ origin, data }: MessageEvent<unknown>) => {
        if (origin !== location.origin || !isSignInMessage(data)) return
        if (data.type === 'OAUTH_SUCCESS') resolve(data.code)
        else reject(new Error(data.error || signInMessages.failed))
      },
      { signal },
    )
    const poll = setInterval(() => {
      if (!popup.closed) return
      clearInterval(poll)
      setTimeout(() => reject(new Error(signInMessages.canceled)), LAST_MESSAGE_MS)
    }, POPUP_POLL_MS)
    signal.addEventListener('abort', () => clearInterval(poll))
  })
}

function isSignInMessage(data: unknown): data is SignInMessage {
  if (typeof data !== 'object' || data === null || !('type' in data)) return false
  if (data.type === 'OAUTH_ERROR') return true
  return data.type === 'OAUTH_SUCCESS' && 'code' in data && typeof data.code === 'string' && data.code !== ''
}
