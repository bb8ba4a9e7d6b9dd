import { useQuery } from '@tanstack/react-query'
import { UserPlus } from 'lucide-react'
import { type FormEvent, useRef, useState } from 'react'
import { CallFailed } from '../../../contract/client.ts'
import { EMAIL_INVALID, MAX_EMAIL_LENGTH } from '../../../contract/email.ts'
import type { ListedEvent } from '../../../contract/event.schema.ts'
import { type ShareRole, shareRoles } from '../../../contract/event-shares.ts'
import { SessionExpired } from '../data/api.ts'
import { eventSharesQuery, shareEvent } from '../data/event-share-calls.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { LoadError } from '../../ui/load-error.tsx'
import { Select } from '../../ui/select.tsx'
import { LoadingLine } from '../../ui/spinner.tsx'
import { roleChoices, roleTexts } from './role-texts.ts'
import { ShareList } from './share-list.tsx'

interface TeamDialogProps {
  event: Pick<ListedEvent, 'id' | 'title'>
  isOpen: boolean
  onClose: () => void
}

/** Shares an event's bookings with team members. Changes apply immediately. */
export function TeamDialog({ event, isOpen, onClose }: TeamDialogProps) {
  return (
    <Dialog
      size="lg"
      title="Share with team members"
      isOpen={isOpen}
      onClose={onClose}
      actions={<Button onClick={onClose}>Done</Button>}
    >
      <Sharing event={event} />
    </Dialog>
  )
}

function Sharing({ event: { id, title } }: Pick<TeamDialogProps, 'event'>) {
  const query = useQuery(eventSharesQuery(id))
  const [email, setEmail] = useState('')
  const [role, setRole] = useState<ShareRole>('view')
  const [error, setError] = useState<string | null>(null)
  const [said, setSaid] = useState('')
  const [isBusy, setIsBusy] = useState(false)
  const input = useRef<HTMLInputElement>(null)

  function refuse(message: string) {
    setError(message)
    input.current?.focus()
  }

  async function share(submit: FormEvent) {
    submit.preventDefault()
    setSaid('')
    if (email.trim() === '') return refuse(EMAIL_INVALID)
    setIsBusy(true)
    setError(null)
    try {
      const added = await shareEvent(id, email, role)
      setEmail('')
      setSaid(`Shared with ${added.email}. They’ll see it the next time they open Boomtime.`)
      input.current?.focus()
    } catch (reason) {
      if (reason instanceof SessionExpired) return
      refuse(
        reason instanceof CallFailed
          ? (reason.fields['email'] ?? reason.message)
          : 'We couldn’t share the event. Please try again.',
      )
    } finally {
      setIsBusy(false)
    }
  }

  return (
    <>
      <p className="text-muted wrap-anywhere">
        People you add can work with the bookings of <strong className="font-medium text-ink">{title}</strong>
        . Nothing else in your account becomes visible to them.
      </p>
      <form
        noValidate
        onSubmit={(submit) => void share(submit)}
        className="grid grid-cols-[minmax(0,1fr)] gap-3 sm:grid-cols-[minmax(0,1fr)_8rem_auto]"
      >
        <Field label="Email address" error={error}>
          {(control) => (
            <input
              {...control}
              ref={input}
              type="email"
              autoComplete="off"
              className="control"
              maxLength={MAX_EMAIL_LENGTH}
              value={email}
              onChange={({ target }) => {
                setEmail(target.value)
                setError(null)
              }}
            />
          )}
        </Field>
        <Select label="Role" choices={roleChoices} value={role} onChange={setRole} />
        <Button type="submit" isBusy={isBusy} className="sm:mt-6.75">
          <UserPlus aria-hidden="true" />
          Share
        </Button>
      </form>
      <dl className="grid gap-1 text-muted">
        {shareRoles.map((one, at) => (
          <div key={one}>
            <dt className="inline font-medium text-ink">{roleChoices[at]!.label}: </dt>
            <dd className="inline">{roleTexts[one]}</dd>
          </div>
        ))}
      </dl>
      <p role="status" className="text-success empty:hidden">
        {said}
      </p>
      {query.data === undefined ? (
        query.isError ? (
          <LoadError
            title="We couldn’t load who has access"
            isOne
            isFetching={query.isFetching}
            onRetry={() => void query.refetch()}
          />
        ) : (
          <LoadingLine>Loading...</LoadingLine>
        )
      ) : (
        <ShareList
          eventId={id}
          shares={query.data}
          onSaid={setSaid}
          onRemove={() => input.current?.focus()}
        />
      )}
    </>
  )
}
