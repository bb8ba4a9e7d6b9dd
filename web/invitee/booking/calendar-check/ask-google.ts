import {
  ANSWER_CHANNEL,
  type CalendarCheck,
  FREE_BUSY_SCOPE,
} from '../../../../contract/bookings/invitee-calendar-check.ts'
import { paths } from '../../../../contract/pages/pages.ts'
import { CheckFailed } from './check-problems.ts'

const POLL_MS = 500
/** A window that answers and closes can be seen closed before its answer arrives. */
const LAST_ANSWER_MS = 500

/**
 * Shows Google's page in the popup and returns an access token that only tells when the person is busy. Google sends it
 * to our page in the popup, in the fragment of its address, and that page passes it on to this one.
 */
export async function askGoogle(
  popup: Window | null,
  { authorizationUrl, clientId }: CalendarCheck,
  signal: AbortSignal,
): Promise<string> {
  if (popup === null) throw new CheckFailed('blocked')
  const state = randomState()
  const channel = new BroadcastChannel(ANSWER_CHANNEL + state)
  const query = {
    client_id: clientId,
    redirect_uri: location.origin + paths.calendarCheck,
    response_type: 'token',
    scope: FREE_BUSY_SCOPE,
    state,
    prompt: 'select_account',
  }
  const ended = new AbortController()
  try {
    popup.location.href = `${authorizationUrl}?${new URLSearchParams(query)}`
    const answer = await new Promise<string>((resolve, reject) => {
      channel.addEventListener('message', ({ data }) => resolve(String(data)))
      signal.addEventListener('abort', () => reject(new CheckFailed('closed')))
      onceClosed(popup, ended.signal, () => reject(new CheckFailed('closed')))
    })
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- Only this origin can listen to a channel.
    channel.postMessage('received')
    return tokenIn(answer, state)
  } finally {
    ended.abort()
    channel.close()
    popup.close()
  }
}

/** The access token that a fragment contains. */
export function tokenIn(fragment: string, state: string): string {
  const answer = new URLSearchParams(fragment)
  const token = answer.get('access_token')
  if (answer.get('state') !== state) throw new CheckFailed('failed')
  if (answer.get('error') === 'access_denied') throw new CheckFailed('denied')
  if (!token) throw new CheckFailed('failed')
  // People can uncheck what they don't want to allow.
  if (!answer.get('scope')?.split(' ').includes(FREE_BUSY_SCOPE)) throw new CheckFailed('denied')
  return token
}

/** Calls back once the popup is closed and the person is back on this page. */
function onceClosed(popup: Window, signal: AbortSignal, callback: () => void): void {
  const poll = setInterval(() => {
    if (!popup.closed || !document.hasFocus()) return
    clearInterval(poll)
    setTimeout(callback, LAST_ANSWER_MS)
  }, POLL_MS)
  signal.addEventListener('abort', () => clearInterval(poll))
}

const randomState = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join(
    '',
  )
