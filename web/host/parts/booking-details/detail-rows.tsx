import type { ReactNode } from 'react'
import type { BookingAnswer } from '../../../../contract/bookings/booking.schema.ts'
import { meetViaLabels } from '../../../../contract/events/event-options.ts'
import type { Viewer } from '../../../../contract/time/viewer.ts'
import { bookingPlace } from '../../../../contract/bookings/meeting-place.ts'
import {
  dateTextOf,
  momentText,
  shortDateText,
  timeRangeText,
  zoneText,
} from '../../../../contract/time/time-text.ts'
import { statusTexts } from '../../../texts/booking-texts.ts'

interface DetailRow {
  label: string
  value: ReactNode
}

const canceledBy = {
  member: 'Canceled by a team member',
  invitee: 'Canceled by the invitee',
  guest: 'Canceled by a guest',
} as const

/** A booking's details without its people and fields, for the panel and the printout. */
export function detailRows(
  { bookingData: data, eventData: event, access }: BookingAnswer,
  viewer: Viewer,
): DetailRow[] {
  const place = bookingPlace({ bookingData: data, eventData: event })
  const isShared = access.role === 'member'
  const whoCanceled = { ...canceledBy, host: `Canceled by ${isShared ? event.hostName : 'you'}` }
  const rows: (DetailRow | null)[] = [
    isShared ? { label: 'Host', value: event.hostName } : null,
    {
      label: 'When',
      value: (
        <>
          <span className="block font-medium tabular-nums">
            {dateTextOf(data.startUtc, viewer)}, {timeRangeText(data.startUtc, data.endUtc, viewer)}
          </span>
          <span className="text-muted">{zoneText(data.startUtc, viewer)}</span>
        </>
      ),
    },
    { label: 'Duration', value: `${data.duration} minutes` },
    { label: 'Invitee', value: data.fullName },
    data.erasedAt === null
      ? { label: 'Email', value: <TextLink to={`mailto:${data.email}`}>{data.email}</TextLink> }
      : { label: 'Personal data', value: `Erased by the invitee on ${shortDateText(data.erasedAt, viewer)}` },
    { label: 'Meet via', value: meetViaLabels[event.meetVia] },
    place && {
      label: place.label,
      value: place.url === null ? place.text : <TextLink to={place.url}>{place.text}</TextLink>,
    },
    { label: 'Status', value: statusTexts[data.status] },
    data.canceledAt === null
      ? null
      : {
          label: data.canceledBy ? whoCanceled[data.canceledBy] : 'Canceled',
          value: momentText(data.canceledAt, viewer),
        },
    data.cancellationReason === null
      ? null
      : { label: 'Cancellation reason', value: data.cancellationReason },
    { label: 'Created', value: momentText(data.createdAt, viewer) },
    data.description === '' ? null : { label: 'Description', value: data.description },
    isShared ? null : { label: 'Booking ID', value: <span className="font-mono text-xs">{data.id}</span> },
  ]
  return rows.filter((row) => row !== null)
}

export function TextLink({ to, children }: { to: string; children: string }) {
  const isOutside = !to.startsWith('mailto:')
  return (
    <a
      href={to}
      className="inline-flex items-center text-brand underline underline-offset-2 wrap-anywhere pointer-coarse:min-h-11"
      {...(isOutside && { target: '_blank', rel: 'noopener noreferrer' })}
    >
      {children}
      {isOutside && <span className="sr-only"> (opens in a new tab)</span>}
    </a>
  )
}
