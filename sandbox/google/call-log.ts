/** One call to the API or the token endpoint, as tests read it from `GET /log`. */
export interface Call {
  /** ISO instant. */
  at: string
  /** `events.insert`, `token`, … */
  method: string
  email?: string
  calendarId?: string
  eventId?: string
  sendUpdates?: string
  /** Whether it asked for an increment. */
  syncToken?: boolean
  /** The status of the answer; null while it is under way and when the connection was cut. */
  status: number | null
}

/** The latest calls, oldest first; kept in memory alone. */
export interface CallLog {
  add: (call: Call) => Call
  list: () => readonly Call[]
  clear: () => void
}

const KEPT = 500

/** An empty log. */
export function createCallLog(): CallLog {
  const calls: Call[] = []
  return {
    add: (call) => {
      calls.push(call)
      if (calls.length > KEPT) calls.shift()
      return call
    },
    list: () => calls,
    clear: () => void calls.splice(0),
  }
}
