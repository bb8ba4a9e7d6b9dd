/** The result of Google's page. `state` is the one that started the sign-in, so that several tabs can tell theirs. */
export type SignInMessage =
  | { type: 'OAUTH_SUCCESS'; code: string; state?: string }
  | { type: 'OAUTH_ERROR'; error: string; state?: string }

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
  const state = search.get('state')
  const origin = state === null ? {} : { state }
  if (code !== null && code !== '') return { type: 'OAUTH_SUCCESS', code, ...origin }
  const isDenied = search.get('error') === 'access_denied'
  // `error` itself is a code for programs.
  const error = isDenied ? signInMessages.denied : search.get('error_description') || signInMessages.failed
  return { type: 'OAUTH_ERROR', error, ...origin }
}

function isSignInMessage(data: unknown): data is SignInMessage {
  if (typeof data !== 'object' || data === null || !('type' in data)) return false
  if (data.type === 'OAUTH_ERROR') return true
  return data.type === 'OAUTH_SUCCESS' && 'code' in data && typeof data.code === 'string' && data.code !== ''
}

/** What is published on the channel. */
const publish = (channel: BroadcastChannel, data: SignInMessage | Receipt) =>
  // oxlint-disable-next-line require-post-message-target-origin -- A channel has no target: it only reaches our own pages.
  channel.postMessage(data)

/** Reaches the page that started the sign-in even where Google's page has cut the popup's link to its opener. */
const openChannel = () => new BroadcastChannel('boomtime-sign-in')

interface Receipt {
  type: 'OAUTH_RECEIVED'
  state: string
}

const isReceipt = (data: unknown): data is Receipt => (data as Receipt | null)?.type === 'OAUTH_RECEIVED'

/**
 * Sends a popup's result to the page that opened it; resolves with whether a page has taken it. Without a receipt, an
 * opener counts as having taken it, unless `needsReceipt`: it may have been reloaded since.
 */
export async function sendResult(
  message: SignInMessage,
  opener: Window | null,
  { needsReceipt = false } = {},
): Promise<boolean> {
  const { state: _, ...result } = message
  opener?.postMessage(result, location.origin)
  if (message.state === undefined) return opener !== null
  const channel = openChannel()
  const received = new Promise<boolean>((resolve) => {
    channel.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
      if (isReceipt(data) && data.state === message.state) resolve(true)
    })
    setTimeout(() => resolve(opener !== null && !needsReceipt), RECEIPT_TIMEOUT_MS)
  })
  publish(channel, message)
  const isReceived = await received
  channel.close()
  return isReceived
}

const RECEIPT_TIMEOUT_MS = 1000

/** Resolves with the code of the sign-in that `state` started; rejects with Google's refusal. */
export function receiveCode(state: string, signal: AbortSignal): Promise<string> {
  return new Promise((resolve, reject) => {
    const receive = (data: unknown): boolean => {
      if (!isSignInMessage(data)) return false
      if (data.state !== undefined && data.state !== state) return false
      if (data.type === 'OAUTH_SUCCESS') resolve(data.code)
      else reject(new Error(data.error || signInMessages.failed))
      return true
    }
    const channel = openChannel()
    channel.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
      if (receive(data)) publish(channel, { type: 'OAUTH_RECEIVED', state })
    })
    window.addEventListener(
      'message',
      ({ origin, data }: MessageEvent<unknown>) => {
        if (origin === location.origin) receive(data)
      },
      { signal },
    )
    signal.addEventListener('abort', () => channel.close())
  })
}
