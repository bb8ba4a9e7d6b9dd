import type { Answer } from '../../../../contract/api/endpoints.ts'
import { getDeviceTimeZone } from '../../../data/device-zone.ts'
import { api } from '../../data/api.ts'
import {
  readSession,
  rememberConnecting,
  rememberSignInHere,
  removeSession,
  writeSession,
} from '../../data/session-storage.ts'
import { inGooglePopup } from './google-popup.ts'
import { signInMessages } from './sign-in-messages.ts'

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
  rememberConnecting(null)
  location.assign(authorizationUrl)
}

function run(): Promise<NewSession> {
  // A popup starts with a copy of what this tab remembers.
  rememberSignInHere(false)
  rememberConnecting(null)
  return inGooglePopup({
    start: startSignIn,
    finish(code, stateToken) {
      if (readSession('oauthStateToken') === null) throw new Error(signInMessages.stateMissing)
      return finishSignIn(code, stateToken)
    },
  })
}

async function startSignIn() {
  const started = await api.getStateToken()
  writeSession('oauthStateToken', started.stateToken)
  return started
}

/** Exchanges Google's code for a session. `stateToken` is the one that started the sign-in in this browser. */
export async function finishSignIn(code: string, stateToken: string): Promise<NewSession> {
  if (readSession('oauthStateToken') === stateToken) removeSession('oauthStateToken')
  const timezone = getDeviceTimeZone() ?? undefined
  const answer: Partial<NewSession> | null = await api.signIn({ body: { code, stateToken, timezone } })
  if (!answer?.sessionToken || !answer.user) throw new Error(signInMessages.answerInvalid)
  return { sessionToken: answer.sessionToken, user: answer.user, isRestored: answer.isRestored ?? false }
}
