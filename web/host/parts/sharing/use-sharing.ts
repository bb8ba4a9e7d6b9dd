import { type FormEvent, useRef, useState } from 'react'
import { CallFailed } from '../../../../contract/api/client.ts'
import { EMAIL_INVALID, MAX_EMAIL_LENGTH } from '../../../../contract/email.ts'
import { SessionExpired } from '../../data/api.ts'
import type { Said } from './said-line.tsx'

/**
 * A form that shares something with an address. `share` makes the call and resolves with the address as it was saved,
 * and why it isn't emailed; `failed` says that it didn't work, where the server gives no reason.
 */
export function useSharing(
  share: (email: string) => Promise<{ email: string; emailRefusal: string | null }>,
  failed: string,
) {
  const [email, setEmail] = useState('')
  const [error, setError] = useState<string | null>(null)
  /** What happened last, for screen readers too. */
  const [said, setSaid] = useState<Said>({ text: '' })
  const [isBusy, setIsBusy] = useState(false)
  const input = useRef<HTMLInputElement>(null)

  function refuse(message: string) {
    setError(message)
    input.current?.focus()
  }

  async function submit() {
    setSaid({ text: '' })
    if (email.trim() === '') return refuse(EMAIL_INVALID)
    setIsBusy(true)
    setError(null)
    try {
      const added = await share(email)
      setEmail('')
      const shared = `Shared with ${added.email}. They’ll see it the next time they open Boomtime.`
      setSaid({ text: added.emailRefusal === null ? shared : `${shared} ${added.emailRefusal}` })
      input.current?.focus()
    } catch (reason) {
      if (reason instanceof SessionExpired) return
      refuse(reason instanceof CallFailed ? (reason.fields['email'] ?? reason.message) : failed)
    } finally {
      setIsBusy(false)
    }
  }

  return {
    error,
    said,
    say: setSaid,
    isBusy,
    focus: () => input.current?.focus(),
    onSubmit(event: FormEvent) {
      event.preventDefault()
      void submit()
    },
    /** The properties of the address's input. */
    control: {
      ref: input,
      type: 'email',
      autoComplete: 'off',
      className: 'control',
      maxLength: MAX_EMAIL_LENGTH,
      value: email,
      onChange({ target }: { target: { value: string } }) {
        setEmail(target.value)
        setError(null)
      },
    },
  } as const
}
