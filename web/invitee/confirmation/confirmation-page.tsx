import { useState } from 'react'
import type { PublicPage } from '../../../contract/pages/page-data.ts'
import { useJustChanged } from '../just-changed.ts'
import { OutdatedDevice } from '../outdated-device.tsx'
import { useViewer } from '../viewer.ts'
import { Banner } from './banner.tsx'
import { BookingDetails } from './booking-details.tsx'
import { answersOf } from './booking-text.ts'
import { CalendarCard } from './calendar-card.tsx'
import { GuestList } from './guest-list.tsx'
import { EraseCard } from './erase-card.tsx'
import { ErasedPage, LeftPage } from './final-page.tsx'
import { GuestNote } from './guest-note.tsx'
import { InviteCard } from './invite-card.tsx'
import type { ActionNotice, Outcome } from './notice.tsx'
import { OldCopy } from './old-copy.tsx'
import { QuickActions } from './quick-actions.tsx'
import { ShareCard } from './share-card.tsx'
import { useBooking } from './use-booking.ts'
import { useCopy } from './use-copy.ts'
import { useIsUpcoming } from './use-is-upcoming.ts'

/** How long the confirmation email may take to arrive after booking. */
const FRESH_MS = 600_000

export function ConfirmationPage({ page }: { page: PublicPage & { kind: 'confirmation' } }) {
  const { booking, isCurrent, reload, change } = useBooking(page.booking)
  const { bookingData } = booking
  const viewer = useViewer(page.viewer)
  const isJustChanged = useJustChanged(bookingData.id, isCurrent)
  const isUpcoming = useIsUpcoming(bookingData.startUtc, page.now)
  const { access } = booking
  const isOpen = bookingData.status === 'confirmed' && isUpcoming
  const isOver = !useIsUpcoming(bookingData.endUtc, page.now)
  const [hasLeft, setLeft] = useState(false)
  const [hasErased, setErased] = useState(false)
  // One notice at a time, about the latest action.
  const [notice, setNotice] = useState<{ action: string; outcome: Outcome } | null>(null)
  const noticeOf = (action: string): ActionNotice => ({
    outcome: notice?.action === action ? notice.outcome : null,
    onOutcome: (outcome) => setNotice(outcome && { action, outcome }),
  })
  const isFinal = hasLeft || hasErased || bookingData.erasedAt !== null
  useCopy(isFinal || isOver ? null : bookingData.endUtc, JSON.stringify(booking))
  const age = Date.parse(page.now) - Date.parse(bookingData.createdAt)
  if (hasLeft) return <LeftPage />
  if (hasErased || bookingData.erasedAt !== null) return <ErasedPage isNew={hasErased} />
  const others = {
    bookingId: bookingData.id,
    hasAnswers: access.includesAnswers && answersOf(bookingData.customFieldsCollections, viewer).length > 0,
    isOpen: isOpen && access.canInvite,
    reload,
  }
  return (
    <article className="confirmation">
      <Banner
        booking={booking}
        viewer={viewer}
        isJustCreated={page.justCreated && age < FRESH_MS}
        isForSomebody={page.isForSomebody}
        isJustChanged={isJustChanged}
      />
      <OldCopy isOld={!isCurrent} renderedAt={page.now} viewer={viewer} reload={reload} />
      <OutdatedDevice viewer={viewer} now={page.now} startUtc={bookingData.startUtc} />
      <BookingDetails booking={booking} viewer={viewer} isUpcoming={isUpcoming} isOver={isOver} />
      <div className="confirmation-side">
        {access.role !== 'invitee' && <GuestNote booking={booking} onLeft={() => setLeft(true)} />}
        {isOpen && <CalendarCard booking={booking} />}
        <QuickActions
          booking={booking}
          isUpcoming={isUpcoming}
          reload={reload}
          onCanceled={change}
          {...noticeOf('cancel')}
        />
        <GuestList booking={booking} reload={reload} />
        <EraseCard
          booking={booking}
          isOpen={bookingData.status === 'confirmed' && !isOver}
          isForSomebody={page.isForSomebody}
          onErased={() => setErased(true)}
        />
        {isOpen && (
          <p className="hint without-script">
            Enable JavaScript to cancel, invite people or share this page.
          </p>
        )}
      </div>
      <div className="confirmation-others">
        <InviteCard {...others} {...noticeOf('invite')} />
        <ShareCard {...others} {...noticeOf('share')} />
      </div>
    </article>
  )
}
