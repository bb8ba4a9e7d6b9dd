import { useQuery } from '@tanstack/react-query'
import { Link2 } from 'lucide-react'
import { type FormEvent, type RefObject, useEffect, useRef, useState } from 'react'
import { CallFailed } from '../../../../contract/api/client.ts'
import { UNREADABLE_HOURS } from '../../../fields/hours-text.ts'
import { useAttemptKey } from '../../../data/use-attempt-key.ts'
import { SessionExpired } from '../../data/api.ts'
import { createEventLink, eventLinksQuery } from '../../data/one-off-link-calls.ts'
import { focusSubmitter } from '../editor/editor-fields.tsx'
import { firstHoursProblem, type TypedHours } from '../hours/day-line.tsx'
import { UNFINISHED_DATES } from '../hours/override-form.tsx'
import { useHostTime } from '../time/use-host-time.ts'
import { type Said, SaidLine } from '../sharing/said-line.tsx'
import { Button } from '../../../ui/button.tsx'
import { FieldError } from '../../../ui/field.tsx'
import { LoadError } from '../../../ui/load-error.tsx'
import { LoadingLine } from '../../../ui/spinner.tsx'
import { useNow } from '../../../ui/use-now.ts'
import { hasErrors, type LinkDraft, type LinkedEvent, linkErrors, linkInput, newLink } from './link-draft.ts'
import { LinkList } from './link-list.tsx'
import { LinkOptions } from './link-options.tsx'

export interface EventLinksProps {
  event: LinkedEvent
  /** Whether options were entered for a link that isn't created. */
  onDirty: (isDirty: boolean) => void
}

/** An event's one-off links, and a form for a new one. Changes apply immediately. */
export function EventLinks({ event, onDirty }: EventLinksProps) {
  const query = useQuery(eventLinksQuery(event.id))
  /** What happened last, for screen readers too. */
  const [said, setSaid] = useState<Said>({ text: '' })
  const create = useRef<HTMLButtonElement>(null)
  return (
    <>
      <p className="text-pretty text-muted wrap-anywhere">
        Links to <strong className="font-medium text-ink">{event.title}</strong> for the people you give them
        to.{' '}
        {event.rules.linksOnly
          ? 'It can’t be booked any other way.'
          : 'They work alongside the event’s own link.'}
      </p>
      <NewLink event={event} onDirty={onDirty} button={create} onSaid={setSaid} />
      <SaidLine said={said} />
      {query.data === undefined ? (
        query.isError ? (
          <LoadError
            title="We couldn’t load the links"
            isOne={false}
            isFetching={query.isFetching}
            onRetry={() => void query.refetch()}
          />
        ) : (
          <LoadingLine>Loading...</LoadingLine>
        )
      ) : (
        query.data.length > 0 && (
          <LinkList
            eventId={event.id}
            links={query.data}
            onSaid={setSaid}
            onRemove={() => create.current?.focus()}
          />
        )
      )}
    </>
  )
}

interface NewLinkProps extends EventLinksProps {
  button: RefObject<HTMLButtonElement | null>
  onSaid: (said: Said) => void
}

function NewLink({ event, onDirty, button, onSaid }: NewLinkProps) {
  const [draft, setDraft] = useState<LinkDraft>(newLink)
  const [isOpen, setIsOpen] = useState(false)
  const [isEditingDates, setIsEditingDates] = useState(false)
  const [typedHours, setTypedHours] = useState<TypedHours>({})
  /** Whether something was entered that the draft hasn't got. */
  const isUnfinished = isEditingDates || Object.keys(typedHours).length > 0
  const [isBusy, setIsBusy] = useState(false)
  const [refusal, setRefusal] = useState<string | null>(null)
  const { timezone, timeFormat } = useHostTime()
  const hoursProblem = firstHoursProblem(typedHours, timeFormat)
  const errors = linkErrors(draft, timezone, useNow())
  const isUnchanged = JSON.stringify(draft) === JSON.stringify(newLink)
  const isDirty = !isUnchanged || isUnfinished
  useEffect(() => onDirty(isDirty), [isDirty, onDirty])
  const attemptKey = useAttemptKey()
  /** How many were created: the same values again are another link. */
  const created = useRef(0)

  async function create() {
    onSaid({ text: '' })
    setRefusal(null)
    if (hasErrors(errors) || isUnfinished) {
      setIsOpen(true)
      if (isUnfinished)
        setRefusal(isEditingDates ? UNFINISHED_DATES : (hoursProblem?.message ?? UNREADABLE_HOURS))
      return
    }
    const body = linkInput(draft, timezone)
    setIsBusy(true)
    try {
      await createEventLink(event.id, body, attemptKey(`${created.current} ${JSON.stringify(body)}`))
      created.current += 1
      setDraft(newLink)
      setIsOpen(false)
      onSaid({ text: 'Link created.' })
    } catch (error) {
      if (error instanceof SessionExpired) return
      setRefusal(
        error instanceof CallFailed ? error.message : 'We couldn’t create the link. Please try again.',
      )
    } finally {
      setIsBusy(false)
    }
  }

  function onSubmit(submit: FormEvent) {
    submit.preventDefault()
    // The dialog can be inside the event editor, whose form this isn't.
    submit.stopPropagation()
    // What is typed while the link is created would be lost.
    focusSubmitter(submit)
    void create()
  }

  return (
    <form noValidate onSubmit={onSubmit} className="grid grid-cols-[minmax(0,1fr)] gap-4">
      {/* What is being entered would be lost. */}
      {(isOpen || isUnfinished) && (
        <div hidden={!isOpen} inert={isBusy}>
          <LinkOptions
            draft={draft}
            errors={errors}
            change={(part) => setDraft((current) => ({ ...current, ...part }))}
            event={event}
            typedHours={typedHours}
            onTyped={setTypedHours}
            onEditingDates={setIsEditingDates}
          />
        </div>
      )}
      {!isOpen && (
        <p>
          {!isDirty
            ? 'A new link can be used for one booking and doesn’t expire.'
            : 'The new link will have the options you set.'}
        </p>
      )}
      {refusal && <FieldError>{refusal}</FieldError>}
      <div className="flex flex-wrap gap-2">
        <Button ref={button} type="submit" variant="primary" isBusy={isBusy}>
          <Link2 aria-hidden="true" />
          Create link
        </Button>
        <Button variant="quiet" aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
          {isOpen ? 'Fewer options' : 'Options'}
        </Button>
      </div>
    </form>
  )
}
