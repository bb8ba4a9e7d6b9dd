import { useState } from 'react'
import { connectionLimits, LAST_KNOWN_HOURS } from '../../../../contract/calendars/calendar-connections.ts'
import type { CalendarConnection } from '../../../../contract/calendars/calendar-connections.schema.ts'
import { TextField } from '../../../ui/text-field.tsx'
import { changeConnection, connectAccount } from '../../data/connection-calls.ts'
import { toasts } from '../../data/toasts.ts'
import { AccountDialog } from './account-dialog.tsx'
import { useAccountForm } from './use-account-form.ts'

type FeedDialogProps = {
  onClose: () => void
} & (
  | { account: null; onDone: (account: CalendarConnection) => void }
  /** An address that is connected already. */
  | { account: CalendarConnection; onDone?: never }
)

const fields = ['url', 'name'] as const
type FeedField = (typeof fields)[number]
const idOf = (field: FeedField) => `feed-${field}`

/** Connects a calendar that is published at an address, or changes its address or name. */
export function FeedDialog({ account, onDone, onClose }: FeedDialogProps) {
  const [url, setUrl] = useState('')
  const [name, setName] = useState(account?.name ?? '')
  const form = useAccountForm<FeedField>({
    fields,
    idOf,
    async send() {
      if (account === null) return onDone(await connectAccount({ provider: 'ics', url, name }))
      await changeConnection(account.id, { name, ...(url.trim() !== '' && { url }) })
      toasts.calendarSaved()
      onClose()
    },
  })
  return (
    <AccountDialog
      title={account ? 'Change name or address' : 'Add a calendar address'}
      action={account ? 'Save' : 'Add'}
      busyText="Reading the calendar..."
      isDirty={url !== '' || name !== (account?.name ?? '')}
      form={form}
      onClose={onClose}
    >
      {account === null && (
        <p className="text-muted">
          For calendars that someone publishes, such as Outlook’s, a team’s or a school’s. We only read them.
          If one can’t be read, its last known entries count for up to {LAST_KNOWN_HOURS} hours.
        </p>
      )}
      <TextField
        id={idOf('url')}
        startsFocused
        type="url"
        label={account ? 'New address' : 'Address'}
        isRequired={account === null}
        hint={
          account
            ? 'Leave it empty to keep the current one, which we don’t show because it’s a secret.'
            : 'Starts with https:// or webcal:// and often ends with .ics. We treat it as a secret.'
        }
        maxLength={connectionLimits.url}
        value={url}
        error={form.errors.url ?? null}
        onChange={(value) => {
          setUrl(value)
          form.clear('url')
        }}
      />
      <TextField
        id={idOf('name')}
        label="Name"
        isRequired={account !== null}
        hint={account ? undefined : 'Leave it empty to use the calendar’s own name.'}
        maxLength={connectionLimits.name}
        value={name}
        error={form.errors.name ?? null}
        onChange={(value) => {
          setName(value)
          form.clear('name')
        }}
      />
    </AccountDialog>
  )
}
