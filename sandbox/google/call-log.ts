/** A call to the API or the token endpoint, as tests read it from `GET /log`. */
export interface Call {
  /** ISO instant. */
  at: string
  /** `events.insert`, `token`, … */
  method: string
  email?: string
  calendarId?: string
  eventId?: string
  sendUpdates?: string
  /** Whether it requested an incremental list. */
  syncToken?: boolean
  /** The response status; null while in progress and if the connection was cut. */
  status: number | null
}

/** The latest calls, oldest first, in memory only. */
export interface CallLog {
  add: (call: Call) => Call
  list: () => readonly Call[]
  clear: () => void
}

const MAX_CALLS = 500

/** Creates an empty log. */
export function createCallLog(): CallLog {
  const calls: Call[] = []
  return {
    add: (call) => {
      calls.push(call)
      if (calls.length > MAX_CALLS) calls.shift()
      return call
    },
    list: () => calls,
    clear: () => void calls.splice(0),
  }
}
