import { useState } from 'react'
import { type CaldavPreset, connectionLimits } from '../../../../contract/calendars/calendar-connections.ts'
import type { CalendarConnection } from '../../../../contract/calendars/calendar-connections.schema.ts'
import { TextField } from '../../../ui/text-field.tsx'
import { connectAccount } from '../../data/connection-calls.ts'
import { AccountDialog } from './account-dialog.tsx'
import { usernameLabels } from './app-password.ts'
import { PasswordField } from './password-field.tsx'
import { useAccountForm } from './use-account-form.ts'

interface CaldavDialogProps {
  /** Null: the host enters the server. */
  preset: CaldavPreset | null
  onDone: (account: CalendarConnection) => void
  onClose: () => void
}

type Typed = { server: string; username: string; password: string }
const fields = ['server', 'username', 'password'] as const
const idOf = (field: keyof Typed) => `caldav-${field}`

/** Connects an account at a CalDAV server. */
export function CaldavDialog({ preset, onDone, onClose }: CaldavDialogProps) {
  const [typed, setTyped] = useState<Typed>({ server: preset?.server ?? '', username: '', password: '' })
  const form = useAccountForm({
    fields,
    idOf,
    async send() {
      onDone(await connectAccount({ provider: 'caldav', ...typed }))
    },
  })
  const field = (name: keyof Typed) => ({
    id: idOf(name),
    value: typed[name],
    error: form.errors[name],
    onChange(value: string) {
      setTyped((before) => ({ ...before, [name]: value }))
      form.clear(name)
    },
  })
  return (
    <AccountDialog
      title={`Connect ${preset?.name ?? 'a CalDAV server'}`}
      action="Connect"
      busyText="Connecting..."
      isDirty={typed.username !== '' || typed.password !== '' || typed.server !== (preset?.server ?? '')}
      form={form}
      onClose={onClose}
    >
      <TextField
        {...field('server')}
        startsFocused={!preset?.server}
        error={form.errors.server ?? null}
        type="url"
        label="Server"
        isRequired
        hint={preset?.server ? undefined : 'Address, domain or email address'}
        maxLength={connectionLimits.server}
      />
      <TextField
        {...field('username')}
        startsFocused={Boolean(preset?.server)}
        error={form.errors.username ?? null}
        type="url"
        label={preset ? usernameLabels[preset.id] : 'Username'}
        isRequired
        maxLength={connectionLimits.username}
      />
      <PasswordField {...field('password')} preset={preset} server={typed.server} />
    </AccountDialog>
  )
}
