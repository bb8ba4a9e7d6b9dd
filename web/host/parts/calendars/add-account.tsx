import { CalendarDays, Cloud, Plus, Rss, Server } from 'lucide-react'
import { useRef, useState } from 'react'
import type { CalendarConnection } from '../../../../contract/calendars/calendar-connections.schema.ts'
import { type CaldavPreset, caldavPresets } from '../../../../contract/calendars/calendar-connections.ts'
import { buttonClass } from '../../../ui/button.tsx'
import { FieldError } from '../../../ui/field.tsx'
import { Menu, MenuItem, MenuLine } from '../../../ui/menu.tsx'
import { RestoreFocus } from '../../../ui/restore-focus.tsx'
import { Spinner } from '../../../ui/spinner.tsx'
import { CaldavDialog } from './caldav-dialog.tsx'
import { FeedDialog } from './feed-dialog.tsx'
import { useConnectGoogle, WithoutGooglePopup } from './use-connect-google.tsx'

/** What is being connected. `server`: a CalDAV server without a preset. */
type Kind = CaldavPreset | 'server' | 'feed'

/** Offers the kinds of calendar accounts, and connects the chosen one. */
export function AddAccount({ onConnected }: { onConnected: (account: CalendarConnection) => void }) {
  const [adding, setAdding] = useState<Kind | null>(null)
  const google = useConnectGoogle(onConnected)
  const box = useRef<HTMLDivElement>(null)
  const close = () => setAdding(null)

  function onDone(account: CalendarConnection) {
    close()
    onConnected(account)
  }

  return (
    <div ref={box} tabIndex={-1} className="mt-4 flex flex-wrap items-center gap-3 outline-none">
      <Menu
        label="Add calendar account"
        trigger={
          <span aria-hidden="true" className="flex items-center gap-2 text-start [&_svg]:size-4">
            {google.isBusy ? <Spinner className="size-4" /> : <Plus />}
            Add calendar account
          </span>
        }
        triggerClassName={buttonClass()}
      >
        <MenuItem
          icon={<CalendarDays aria-hidden="true" />}
          label="Google"
          onAction={() => void google.connect()}
        />
        {caldavPresets.map((preset) => (
          <MenuItem
            key={preset.id}
            icon={<Cloud aria-hidden="true" />}
            label={preset.name}
            onAction={() => setAdding(preset)}
          />
        ))}
        <MenuItem
          icon={<Server aria-hidden="true" />}
          label="Another CalDAV server"
          onAction={() => setAdding('server')}
        />
        <MenuLine />
        <MenuItem
          icon={<Rss aria-hidden="true" />}
          label="Calendar address (.ics)"
          onAction={() => setAdding('feed')}
        />
      </Menu>
      <WithoutGooglePopup {...google} />
      <p role="status" className="text-muted empty:hidden">
        {google.isBusy && 'Choose an account in Google’s window.'}
      </p>
      <div aria-live="polite" className="empty:hidden">
        {google.failure !== null && <FieldError>{google.failure}</FieldError>}
      </div>
      {adding === 'feed' ? (
        <FeedDialog account={null} onDone={onDone} onClose={close} />
      ) : (
        adding !== null && (
          <CaldavDialog preset={adding === 'server' ? null : adding} onDone={onDone} onClose={close} />
        )
      )}
      {adding !== null && <RestoreFocus target={box} />}
    </div>
  )
}
