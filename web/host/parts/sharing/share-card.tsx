import { ExternalLink, Mail, Pencil, QrCode as QrIcon, UserPen } from 'lucide-react'
import { useState } from 'react'
import { acceptsBookings } from '../../../../contract/bookings/booking-obstacles.ts'
import type { Event, ListedEvent } from '../../../../contract/events/event.schema.ts'
import type { EventAddress } from '../../../../contract/events/readable-links.schema.ts'
import { bookingPath } from '../../../../contract/pages/page-paths.ts'
import { nameFrom } from '../../../../contract/events/readable-links.ts'
import { Button, buttonClass } from '../../../ui/button.tsx'
import { Field } from '../../../ui/field.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { Switch } from '../../../ui/switch.tsx'
import { useNow } from '../../../ui/use-now.ts'
import { copyLink } from '../booking-link.ts'
import { lazyPart } from '../lazy-part.tsx'
import { saveListed } from '../../data/readable-link-calls.ts'
import { withKnownZones } from '../time/known-zones.ts'
import { toasts } from '../../data/toasts.ts'
import { CopyButton } from './copy-button.tsx'
import { CopyTimes } from './copy-times.tsx'
import { LinkNames } from './link-names.tsx'
import { PrefilledLink } from './prefilled-link.tsx'

const QrCode = lazyPart(async () => (await import('./qr-code.tsx')).QrCode, <Skeleton className="size-36" />)

export interface ShareCardProps {
  event: ListedEvent | Event
}

/** An event's link, and the ways to bring it to people. */
export function ShareCard({ event }: ShareCardProps) {
  const { id, title, bookingUrlId } = event
  const [address, setAddress] = useState<EventAddress>(event)
  const [isNaming, setIsNaming] = useState(false)
  const now = useNow()
  const [hasCode, setHasCode] = useState(false)
  const [isPrefilling, setIsPrefilling] = useState(false)
  const link = location.origin + address.publicPath
  const isNamed = address.publicPath !== bookingPath(bookingUrlId)
  const mail = `mailto:?subject=${encodeURIComponent(title)}&body=${encodeURIComponent(`Pick a time that works for you:\n${link}`)}`

  async function list(isListed: boolean) {
    // The link may be changed while this is being saved.
    const show = (isOn: boolean) => setAddress((current) => ({ ...current, isListed: isOn }))
    show(isListed)
    try {
      await saveListed(id, isListed)
    } catch {
      show(!isListed)
      toasts.eventNotSaved()
    }
  }

  return (
    <div className="grid gap-4">
      <div className="flex flex-wrap items-end gap-2">
        <Field label="Booking link" className="flex-1 basis-56">
          {(control) => (
            <input
              {...control}
              className="control"
              readOnly
              value={link}
              onFocus={({ target }) => target.select()}
            />
          )}
        </Field>
        <CopyButton variant="primary" onCopy={() => copyLink(link)}>
          Copy
        </CopyButton>
      </div>
      {isNaming ? (
        <LinkNames
          event={{ id, title, slug: address.slug }}
          onSaved={(saved) => {
            // Whether it is listed may be on its way to the server.
            setAddress(({ isListed }) => ({ ...saved, isListed }))
            setIsNaming(false)
          }}
          onCancel={() => setIsNaming(false)}
        />
      ) : (
        <div className="flex flex-wrap gap-2">
          <Button size="sm" onClick={() => setIsNaming(true)}>
            <Pencil aria-hidden="true" />
            {isNamed ? 'Change link' : 'Make it readable'}
          </Button>
          <a href={address.publicPath} target="_blank" rel="noopener" className={buttonClass({ size: 'sm' })}>
            <ExternalLink aria-hidden="true" />
            Open
          </a>
          <a href={mail} className={buttonClass({ size: 'sm' })}>
            <Mail aria-hidden="true" />
            Email
          </a>
          <Button size="sm" aria-expanded={hasCode} onClick={() => setHasCode(!hasCode)}>
            <QrIcon aria-hidden="true" />
            QR Code
          </Button>
          <Button size="sm" aria-expanded={isPrefilling} onClick={() => setIsPrefilling(!isPrefilling)}>
            <UserPen aria-hidden="true" />
            Prefill
          </Button>
        </div>
      )}
      {hasCode && (
        <QrCode
          link={link}
          fileName={address.slug ?? (nameFrom(title) || 'event')}
          onClose={() => setHasCode(false)}
        />
      )}
      {isPrefilling && <PrefilledLink event={event} link={link} />}
      {acceptsBookings(withKnownZones(event), now) && (
        <CopyTimes eventId={id} publicPath={address.publicPath} />
      )}
      {isNamed && (
        <Switch
          label="List on your page"
          hint={`Everyone who opens ${location.host}/${address.publicPath.split('/')[1]} sees this event.`}
          isSpread
          isOn={address.isListed}
          onChange={(isListed) => void list(isListed)}
        />
      )}
    </div>
  )
}
