import { type CaldavPreset, connectionLimits } from '../../../../contract/calendars/calendar-connections.ts'
import { TextField } from '../../../ui/text-field.tsx'
import { appPasswordOf } from './app-password.ts'

interface PasswordFieldProps {
  id: string
  /** Null: any server. */
  preset: CaldavPreset | null
  server: string
  value: string
  error: string | undefined
  startsFocused?: boolean
  onChange: (value: string) => void
}

/** The app password of a CalDAV account. It is only sent, and kept nowhere in the browser. */
export function PasswordField({
  id,
  preset,
  server,
  value,
  error,
  startsFocused = false,
  onChange,
}: PasswordFieldProps) {
  const { why, url, linkText } = appPasswordOf(preset, server)
  return (
    <TextField
      id={id}
      type="password"
      startsFocused={startsFocused}
      label="App password"
      isRequired
      maxLength={connectionLimits.password}
      value={value}
      error={error ?? null}
      hint={
        <>
          {why}
          {url && (
            <>
              {' '}
              <a
                href={url}
                target="_blank"
                rel="noopener noreferrer"
                className="text-brand underline underline-offset-2"
              >
                {linkText}
                <span className="sr-only"> (opens in a new tab)</span>
              </a>
            </>
          )}
        </>
      }
      onChange={onChange}
    />
  )
}
