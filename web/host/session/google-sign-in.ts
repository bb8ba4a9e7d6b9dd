import type { Answer } from '../../../contract/endpoints.ts'
import { api } from '../data/api.ts'
import { readSession, rememberSignInHere, removeSession, writeSession } from '../drafts/session-storage.ts'
import { receiveCode, signInMessages } from './sign-in-messages.ts'

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

/** Signs in through Google's page in this tab, for browsers that block popups. The callback page finishes. */
export async function signInOnThisPage(): Promise<void> {
  const { authorizationUrl } = await startSignIn()
  rememberSignInHere(true)
  location.assign(authorizationUrl)
}

async function run(): Promise<NewSession> {
  // A popup starts with a copy of what this tab remembers.
  rememberSignInHere(false)
  const popup = openPopup()
  if (popup === null) throw new Error(signInMessages.popupBlocked)
  const listening = new AbortController()
  try {
    const { stateToken, authorizationUrl } = await startSignIn()
    popup.location.href = authorizationUrl
    const code = await Promise.race([
      receiveCode(stateToken, listening.signal),
      giveUpOnceClosed(popup, listening.signal),
    ])
    if (readSession('oauthStateToken') === null) throw new Error(signInMessages.stateMissing)
    return await finishSignIn(code, stateToken)
  } finally {
    listening.abort()
    popup.close()
  }
}

async function startSignIn() {
  const started = await api.getStateToken()
  writeSession('oauthStateToken', started.stateToken)
  return started
}

/** Exchanges Google's code for a session. `stateToken` is the one that started the sign-in in this browser. */
export async function finishSignIn(code: string, stateToken: string): Promise<NewSession> {
  if (readSession('oauthStateToken') === stateToken) removeSession('oauthStateToken')
  const answer: Partial<NewSession> | null = await api.signIn({ body: { code, stateToken } })
  if (!answer?.sessionToken || !answer.user) throw new Error(signInMessages.answerInvalid)
  return { sessionToken: answer.sessionToken, user: answer.user, isRestored: answer.isRestored ?? false }
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

/**
 * Rejects once the popup is closed and the person is back on this page. A popup whose link to this page was cut also counts
 * as closed: if it is used after all, its page finishes the sign-in, and this one follows.
 */
function giveUpOnceClosed(popup: Window, signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    const poll = setInterval(() => {
      if (!popup.closed || !document.hasFocus()) return
      clearInterval(poll)
      setTimeout(() => reject(new Error(signInMessages.canceled)), LAST_MESSAGE_MS)
    }, POPUP_POLL_MS)
    signal.addEventListener('abort', () => clearInterval(poll))
  })
}
