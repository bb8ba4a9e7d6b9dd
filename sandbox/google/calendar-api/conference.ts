import { createHash } from 'node:crypto'
import type { Entry } from './entry.ts'
import { invalid } from '../errors.ts'
import type { MeetFault } from '../faults.ts'
import { isRecord, text } from '../fields.ts'
import type { CalendarInfo } from '../people.ts'

interface ConferenceWriting {
  calendar: CalendarInfo
  conferences: boolean
  meetFault?: MeetFault | undefined
}

/**
 * The entry's draft with the video conference it requests. Without `conferenceDataVersion=1` (`conferences` false), the
 * existing conference stays, whatever the draft contains.
 */
export function withConference(
  draft: Record<string, unknown>,
  before: Entry | undefined,
  { conferences: spoken, calendar, meetFault }: ConferenceWriting,
): Record<string, unknown> {
  const { conferenceData, hangoutLink, ...rest } = draft
  if (!spoken) return { ...rest, ...conferenceOf(before) }
  if (!isRecord(conferenceData)) return rest
  const asked = conferenceData.createRequest
  if (!isRecord(asked) || isRecord(asked.status)) return { ...rest, conferenceData, hangoutLink }
  const requestId = text(asked, 'requestId')
  if (!requestId || meetFault === 'meet_unavailable') throw invalid('Invalid conference type value.')
  const createRequest = { requestId, conferenceSolutionKey: { type: 'hangoutsMeet' } }
  if (meetFault) {
    const statusCode = meetFault === 'meet_pending' ? 'pending' : 'failure'
    return { ...rest, conferenceData: { createRequest: { ...createRequest, status: { statusCode } } } }
  }
  const code = meetCode(`${calendar.id}/${text(draft, 'id')}/${requestId}`)
  const uri = `https://meet.google.com/${code}`
  return {
    ...rest,
    hangoutLink: uri,
    conferenceData: {
      createRequest: { ...createRequest, status: { statusCode: 'success' } },
      entryPoints: [{ entryPointType: 'video', uri, label: `meet.google.com/${code}` }],
      conferenceSolution: { key: { type: 'hangoutsMeet' }, name: 'Google Meet' },
      conferenceId: code,
    },
  }
}

function conferenceOf(entry: Entry | undefined): Record<string, unknown> {
  if (!entry?.conferenceData) return {}
  return { conferenceData: entry.conferenceData, hangoutLink: entry.hangoutLink }
}

/** The same request always gets the same URL. */
function meetCode(of: string): string {
  const letters = Array.from(createHash('sha256').update(of).digest(), (byte) =>
    String.fromCodePoint(97 + (byte % 26)),
  ).join('')
  return `${letters.slice(0, 3)}-${letters.slice(3, 7)}-${letters.slice(7, 10)}`
}
