import { useState } from 'react'
import type { CalendarConnection } from '../../../../contract/calendars/calendar-connections.schema.ts'
import { changeConnection } from '../../data/connection-calls.ts'
import { toasts } from '../../data/toasts.ts'
import { AccountDialog } from './account-dialog.tsx'
import { presetOf } from './account-text.ts'
import { PasswordField } from './password-field.tsx'
import { useAccountForm } from './use-account-form.ts'

interface PasswordDialogProps {
  account: CalendarConnection
  onClose: () => void
}

const ID = 'new-app-password'

/** Takes the new app password of a CalDAV account. */
export function PasswordDialog({ account: { id, name, server }, onClose }: PasswordDialogProps) {
  const [password, setPassword] = useState('')
  const form = useAccountForm({
    fields: ['password'] as const,
    idOf: () => ID,
    async send() {
      await changeConnection(id, { password })
      toasts.calendarAccountConnected(name)
      onClose()
    },
  })
  return (
    <AccountDialog
      title="New app password"
      action="Save"
      busyText="Connecting..."
      isDirty={password !== ''}
      form={form}
      onClose={onClose}
    >
      <p className="text-muted wrap-anywhere">
        For {name} at {server}. It replaces the password we have.
      </p>
      <PasswordField
        id={ID}
        startsFocused
        preset={presetOf(server) ?? null}
        server={server ?? ''}
        value={password}
        error={form.errors.password}
        onChange={(value) => {
          setPassword(value)
          form.clear('password')
        }}
      />
    </AccountDialog>
  )
}
