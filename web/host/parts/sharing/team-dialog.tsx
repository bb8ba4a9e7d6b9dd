import { useQuery } from '@tanstack/react-query'
import { UserPlus } from 'lucide-react'
import { useState } from 'react'
import type { ListedEvent } from '../../../../contract/events/event.schema.ts'
import { type ShareRole, shareRoles } from '../../../../contract/events/event-shares.ts'
import { eventSharesQuery, shareEvent } from '../../data/event-share-calls.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Field } from '../../../ui/field.tsx'
import { LoadError } from '../../../ui/load-error.tsx'
import { Select } from '../../../ui/select.tsx'
import { LoadingLine } from '../../../ui/spinner.tsx'
import { roleChoices, roleTexts } from './role-texts.ts'
import { SaidLine } from './said-line.tsx'
import { ShareList } from './share-list.tsx'
import { useSharing } from './use-sharing.ts'

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
  const [role, setRole] = useState<ShareRole>('view')
  const { error, said, say, isBusy, focus, onSubmit, control } = useSharing(
    (email) => shareEvent(id, { email, role }),
    'We couldn’t share the event. Please try again.',
  )

  return (
    <>
      <p className="text-muted wrap-anywhere">
        People you add get an email, and can work with the bookings of{' '}
        <strong className="font-medium text-ink">{title}</strong>. Nothing else in your account becomes
        visible to them.
      </p>
      <form
        noValidate
        onSubmit={onSubmit}
        className="grid grid-cols-[minmax(0,1fr)] gap-3 sm:grid-cols-[minmax(0,1fr)_8rem_auto]"
      >
        <Field label="Email address" error={error}>
          {(field) => <input {...field} {...control} />}
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
      <SaidLine said={said} />
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
        <ShareList eventId={id} shares={query.data} onSaid={say} onRemove={focus} />
      )}
    </>
  )
}
