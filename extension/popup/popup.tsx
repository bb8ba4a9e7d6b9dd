import { ExternalLink } from 'lucide-react'
import { useState } from 'react'
import type { ListedEvent } from '../../contract/events/event.schema.ts'
import { product } from '../../contract/product.ts'
import { Button, buttonClass } from '../../web/ui/button.tsx'
import { LogoMark } from '../../web/ui/logo.tsx'
import { useConnection, useIsCalendarRecognized } from '../stored.ts'
import { AllowAgain } from '../ui/allow-again.tsx'
import { ConnectAgain } from '../ui/connect-again.tsx'
import { useHostTime } from '../ui/use-host-time.ts'
import { useIsAllowed } from '../ui/use-is-allowed.ts'
import { CopyTimes } from '../copy-times/copy-times.tsx'
import { BookingView } from './booking-view.tsx'
import { Lists, type Tab } from './lists.tsx'
import { UnsavedNotice } from './unsaved-notice.tsx'

type View = { kind: 'lists' } | { kind: 'booking'; id: string } | { kind: 'times'; event: ListedEvent }

export function Popup() {
  const connection = useConnection()
  return (
    <div className="flex max-h-[37.5rem] flex-col bg-surface">
      <header className="flex items-center gap-1 border-b border-line py-2.5 pr-1.5 pl-4">
        <LogoMark className="size-6" />
        <h1 className="mr-auto ml-1 font-bold tracking-[-0.03em]">{product.name}</h1>
        {connection && (
          <a
            href={connection.origin}
            target="_blank"
            rel="noopener"
            className={buttonClass({ size: 'sm', variant: 'quiet' })}
          >
            Open {product.name}
            <ExternalLink aria-hidden="true" />
            <span className="sr-only"> (opens in a new tab)</span>
          </a>
        )}
        {connection && (
          <Button size="sm" variant="quiet" onClick={() => void chrome.runtime.openOptionsPage()}>
            Connection
          </Button>
        )}
      </header>
      <main className="flex min-h-0 flex-1 flex-col">
        <CalendarNotice />
        {connection === null && <Welcome />}
        {connection?.token === null && (
          <div className="p-4">
            <ConnectAgain origin={connection.origin} />
          </div>
        )}
        {connection?.token && <Allowed origin={connection.origin} />}
      </main>
    </div>
  )
}

function Allowed({ origin }: { origin: string }) {
  if (useIsAllowed(origin)) return <Connected origin={origin} />
  return (
    <div className="p-4">
      {/* Browsers ask only on the options page. */}
      <AllowAgain origin={origin} onAllow={() => void chrome.runtime.openOptionsPage()} />
    </div>
  )
}

function Connected({ origin }: { origin: string }) {
  const hostTime = useHostTime()
  const [view, setView] = useState<View>({ kind: 'lists' })
  /** The row that the host came from. */
  const [opened, setOpened] = useState<string | null>(null)
  const [tab, setTab] = useState<Tab>('bookings')
  const [search, setSearch] = useState('')
  const back = () => setView({ kind: 'lists' })
  const open = (row: string, next: View) => {
    setOpened(row)
    setView(next)
  }
  switch (view.kind) {
    case 'booking':
      return <BookingView id={view.id} hostTime={hostTime} onBack={back} />
    case 'times':
      return <CopyTimes event={view.event} origin={origin} hostTime={hostTime} onBack={back} />
    case 'lists':
      return (
        <>
          <UnsavedNotice onOpen={(id) => open(id, { kind: 'booking', id })} />
          <Lists
            origin={origin}
            hostTime={hostTime}
            opened={opened}
            tab={tab}
            onTab={setTab}
            search={search}
            onSearch={setSearch}
            onBooking={(id) => open(id, { kind: 'booking', id })}
            onTimes={(event) => open(event.id, { kind: 'times', event })}
          />
        </>
      )
  }
}

function Welcome() {
  return (
    <div className="grid justify-items-start gap-3 p-4">
      <div>
        <p className="font-semibold">Connect your {product.name}</p>
        <p className="text-muted">
          See who you’re meeting right in Google Calendar, and share times from anywhere.
        </p>
      </div>
      <Button variant="primary" onClick={() => void chrome.runtime.openOptionsPage()}>
        Connect
      </Button>
    </div>
  )
}

function CalendarNotice() {
  if (useIsCalendarRecognized()) return null
  return (
    <p role="status" className="border-b border-line bg-warning-tint px-4 py-2.5 text-warning">
      Google Calendar has changed, so we can’t show bookings in it until you update this extension. Everything
      here still works.
    </p>
  )
}
