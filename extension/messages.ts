import type { Answer, Request } from '../contract/api/endpoints.ts'
import { type AnyRequest, CallFailed } from '../contract/api/client.ts'
import type { ErrorCode } from '../contract/errors.ts'
import type { CallName } from './calls.ts'
import type { UnsavedNotes } from './stored.ts'

/** A call to the host's Boomtime, which only the background script makes. */
export interface CallMessage {
  kind: 'call'
  name: CallName
  /** The parts of that call. */
  request: AnyRequest
  /** The private notes that it saves, kept if it can't. */
  notes?: { bookingId: string; unsaved: UnsavedNotes }
}

/** What the extension's own pages ask the background script. */
export type PageMessage =
  | CallMessage
  | { kind: 'connect'; origin: string }
  | { kind: 'disconnect' }
  /** Whether the browser lets the extension reach a server. */
  | { kind: 'isAllowed'; origin: string }
  | { kind: 'openOptions' }

/**
 * What the script in Google Calendar's page asks. It runs beside Google's own, so it learns nothing but a booking's id.
 */
export type CalendarMessage =
  /** Which booking one of these links leads to. */
  { kind: 'findBooking'; links: string[] } | { kind: 'reportCalendar'; isRecognized: boolean }

export type Reply =
  | { ok: true; answer: unknown }
  | { ok: false; status: number; code: ErrorCode | null; message: string }

export async function send(message: PageMessage): Promise<unknown> {
  const reply = (await chrome.runtime.sendMessage(message)) as Reply | undefined
  if (reply?.ok) return reply.answer
  throw new CallFailed(
    reply?.status ?? 0,
    reply ? { error: reply.message, ...(reply.code && { code: reply.code }) } : null,
  )
}

export const call = <Name extends CallName>(name: Name, request: Request<Name>) =>
  send({ kind: 'call', name, request }) as Promise<Answer<Name>>
