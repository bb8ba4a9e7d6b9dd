import { receiveCode, signInMessages } from './sign-in-messages.ts'

const POPUP_POLL_MS = 1000
/** A popup that posts its result and closes immediately can be seen closed before its message arrives. */
const LAST_MESSAGE_MS = 300

interface Attempt {
  stateToken: string
  authorizationUrl: string
}

interface GooglePage<Result> {
  start: () => Promise<Attempt>
  /** Uses the code that Google's page answered with. */
  finish: (code: string, stateToken: string) => Promise<Result>
}

/** Shows Google's page in a popup. Call it directly from a click, or the popup is blocked. */
export async function inGooglePopup<Result>({ start, finish }: GooglePage<Result>): Promise<Result> {
  const popup = openPopup()
  if (popup === null) throw new Error(signInMessages.popupBlocked)
  const listening = new AbortController()
  try {
    const { stateToken, authorizationUrl } = await start()
    popup.location.href = authorizationUrl
    const code = await Promise.race([
      receiveCode(stateToken, listening.signal),
      giveUpOnceClosed(popup, listening.signal),
    ])
    return await finish(code, stateToken)
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

/**
 * Rejects once the popup is closed and the person is back on this page. A popup whose link to this page was cut also
 * counts as closed: if it is used after all, its page finishes the sign-in, and this one follows.
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
