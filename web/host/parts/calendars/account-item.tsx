import { CalendarDays, Ellipsis, Eye, KeyRound, Link2, RefreshCw, Rss, Server, Unplug } from 'lucide-react'
import { type RefObject, useId, useState } from 'react'
import type { CalendarConnection } from '../../../../contract/calendars/calendar-connections.schema.ts'
import type { CalendarProviderName } from '../../../../contract/calendars/calendar-connections.ts'
import { shortMomentText } from '../../../../contract/time/time-text.ts'
import { Badge, type Tone } from '../../../ui/badge.tsx'
import { Button, buttonClass } from '../../../ui/button.tsx'
import { FieldError } from '../../../ui/field.tsx'
import { Menu, MenuItem, MenuLine } from '../../../ui/menu.tsx'
import { RestoreFocus } from '../../../ui/restore-focus.tsx'
import { Spinner } from '../../../ui/spinner.tsx'
import { refreshConnection } from '../../data/connection-calls.ts'
import { useHostTime } from '../time/use-host-time.ts'
import { accountLine, accountProblem } from './account-text.ts'
import { CalendarRow } from './calendar-row.tsx'
import { DisconnectDialog } from './disconnect-dialog.tsx'
import { FeedDialog } from './feed-dialog.tsx'
import { PasswordDialog } from './password-dialog.tsx'
import { useConnectGoogle, WithoutGooglePopup } from './use-connect-google.tsx'

interface AccountItemProps {
  account: CalendarConnection
  /** Shows what it would block. */
  onReview: () => void
  onConnected: (account: CalendarConnection) => void
  /** Gets the focus when the item disappears with it. */
  list: RefObject<HTMLElement | null>
}

const icons: Record<CalendarProviderName, typeof Server> = {
  google: CalendarDays,
  caldav: Server,
  ics: Rss,
}

/** An account with its calendars and what can be done with it. */
export function AccountItem({ account, onReview, onConnected, list }: AccountItemProps) {
  const { id, provider, name, status, isReviewed, isSignIn, calendars } = account
  const titleId = useId()
  const [dialog, setDialog] = useState<'password' | 'feed' | 'disconnect' | null>(null)
  const [isRefreshing, setIsRefreshing] = useState(false)
  const Icon = icons[provider]
  const isConnected = status === 'connected'

  async function refresh() {
    if (isRefreshing) return
    setIsRefreshing(true)
    await refreshConnection(id)
    setIsRefreshing(false)
  }

  return (
    <li aria-labelledby={titleId} className="py-5 first:pt-1">
      <div className="flex items-start gap-3">
        <span className="grid size-9 shrink-0 place-items-center rounded-lg bg-tint text-on-tint">
          <Icon aria-hidden="true" className="size-4.5" />
        </span>
        <div className="min-w-0 flex-1">
          <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
            <h3 id={titleId} className="font-semibold wrap-anywhere">
              {name}
            </h3>
            <StateBadge account={account} />
          </div>
          <p className="text-muted wrap-anywhere">{accountLine(account)}</p>
        </div>
        <span role="status" className="sr-only">
          {isRefreshing && `Checking ${name}`}
        </span>
        <Menu
          label={`Actions for ${name}`}
          trigger={isRefreshing ? <Spinner className="size-4" /> : <Ellipsis aria-hidden="true" />}
          triggerClassName={`${buttonClass({ variant: 'quiet', size: 'icon' })} -mr-2`}
        >
          {isConnected && calendars.length > 0 && (
            <MenuItem icon={<Eye aria-hidden="true" />} label="Preview" onAction={onReview} />
          )}
          <MenuItem
            icon={<RefreshCw aria-hidden="true" />}
            label="Check now"
            onAction={() => void refresh()}
          />
          {provider === 'caldav' && (
            <MenuItem
              icon={<KeyRound aria-hidden="true" />}
              label="New app password"
              onAction={() => setDialog('password')}
            />
          )}
          {provider === 'ics' && (
            <MenuItem
              icon={<Link2 aria-hidden="true" />}
              label="Change name or address"
              onAction={() => setDialog('feed')}
            />
          )}
          {!isSignIn && <MenuLine />}
          {!isSignIn && (
            <MenuItem
              isDanger
              icon={<Unplug aria-hidden="true" />}
              label="Disconnect"
              onAction={() => setDialog('disconnect')}
            />
          )}
        </Menu>
      </div>
      <Problem
        account={account}
        onConnected={onConnected}
        onNewPassword={() => setDialog('password')}
        onNewAddress={() => setDialog('feed')}
      />
      {isConnected && account.isListOutdated && (
        <Notice>
          <p className="min-w-0 grow basis-48">We couldn’t load this account’s calendars.</p>
          <Button
            size="sm"
            aria-label={`Try ${name} again`}
            isBusy={isRefreshing}
            onClick={() => void refresh()}
          >
            Try again
          </Button>
        </Notice>
      )}
      {isReviewed ? (
        <Calendars account={account} />
      ) : (
        isConnected &&
        (calendars.length > 0 || !account.isListOutdated) && (
          <Notice>
            <p className="min-w-0 grow basis-48">
              {calendars.length > 0
                ? 'Nothing in this account blocks your times until you’ve chosen what to check.'
                : 'This account has no calendars.'}
            </p>
            {calendars.length > 0 && (
              <Button size="sm" aria-label={`Review ${name}`} onClick={onReview}>
                Review
              </Button>
            )}
          </Notice>
        )
      )}
      {dialog === 'password' && <PasswordDialog account={account} onClose={() => setDialog(null)} />}
      {dialog === 'feed' && <FeedDialog account={account} onClose={() => setDialog(null)} />}
      {dialog === 'disconnect' && <DisconnectDialog account={account} onClose={() => setDialog(null)} />}
      <RestoreFocus target={list} />
    </li>
  )
}

function StateBadge({ account: { status, isReviewed } }: { account: CalendarConnection }) {
  const [tone, text]: [Tone, string] =
    status === 'missing_scopes'
      ? ['warning', 'Access incomplete']
      : status === 'broken'
        ? ['danger', 'Not connected']
        : isReviewed
          ? ['success', 'Connected']
          : ['brand', 'Not checked yet']
  return <Badge tone={tone}>{text}</Badge>
}

interface ProblemProps {
  account: CalendarConnection
  onConnected: (account: CalendarConnection) => void
  onNewPassword: () => void
  onNewAddress: () => void
}

function Problem({ account, onConnected, onNewPassword, onNewAddress }: ProblemProps) {
  const { viewer } = useHostTime()
  const google = useConnectGoogle(onConnected)
  const problem = accountProblem(account)
  if (problem === null) return null
  const { provider, name, brokenSince } = account
  return (
    <Notice>
      <div className="min-w-0 grow basis-48">
        <p>{problem}</p>
        {brokenSince && <p className="text-muted">Since {shortMomentText(brokenSince, viewer)}.</p>}
        <div aria-live="polite" className="not-empty:mt-1">
          {google.failure !== null && <FieldError>{google.failure}</FieldError>}
        </div>
      </div>
      {provider === 'google' && (
        <>
          <WithoutGooglePopup {...google} />
          <Button
            size="sm"
            aria-label={`Reconnect ${name}`}
            isBusy={google.isBusy}
            onClick={() => void google.connect()}
          >
            Reconnect
          </Button>
        </>
      )}
      {provider === 'caldav' && (
        <Button size="sm" aria-label={`New app password for ${name}`} onClick={onNewPassword}>
          New app password
        </Button>
      )}
      {provider === 'ics' && (
        <Button size="sm" aria-label={`New address for ${name}`} onClick={onNewAddress}>
          New address
        </Button>
      )}
    </Notice>
  )
}

const Notice = ({ children }: { children: React.ReactNode }) => (
  <div className="mt-3 flex flex-wrap items-center gap-x-4 gap-y-2 rounded-md border border-line bg-sunken px-3.5 py-3 sm:ml-12">
    {children}
  </div>
)

function Calendars({ account: { name, calendars } }: { account: CalendarConnection }) {
  if (calendars.length === 0) return null
  return (
    <div className="mt-3 sm:ml-12">
      <p
        aria-hidden="true"
        className="flex justify-between gap-4 border-b border-line pb-1.5 text-xs text-muted"
      >
        <span>Calendar</span>
        <span>Check for conflicts</span>
      </p>
      <ul aria-label={`Calendars of ${name}`} className="divide-y divide-line">
        {calendars.map((calendar) => (
          <CalendarRow key={calendar.id} calendar={calendar} isOnly={calendars.length === 1} />
        ))}
      </ul>
    </div>
  )
}
