import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { flushSync } from 'react-dom'
import { CallFailed } from '../../../../contract/api/client.ts'
import type { EventAddress } from '../../../../contract/events/readable-links.schema.ts'
import { nameError, nameFrom, nameLimits } from '../../../../contract/events/readable-links.ts'
import { Button } from '../../../ui/button.tsx'
import { FieldError } from '../../../ui/field.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { SessionExpired } from '../../data/api.ts'
import { mayPass } from '../../data/query-client.ts'
import { handleQuery, saveNames } from '../../data/readable-link-calls.ts'
import { useSession } from '../session/session.ts'

interface LinkNamesProps {
  event: { id: string; title: string; slug: string | null }
  onSaved: (address: EventAddress) => void
  onCancel: () => void
}

/** Lets a host choose the names in an event's link. */
export function LinkNames(props: LinkNamesProps) {
  const { data, isError, refetch } = useQuery(handleQuery)
  const session = useSession()
  // What was typed stays if only reloading fails.
  if (data === undefined && isError)
    return (
      <div role="alert" className="flex flex-wrap items-center gap-3">
        <p>We couldn’t load your link.</p>
        <Button size="sm" onClick={() => void refetch()}>
          Try again
        </Button>
      </div>
    )
  if (data === undefined) return <p role="status">Loading...</p>
  const suggested = session.status === 'signedIn' ? nameFrom(session.user.name) : ''
  return <NameForm {...props} handle={data.handle} suggested={suggested} />
}

const names = ['handle', 'slug'] as const
const idOf = (name: (typeof names)[number]) => `link-${name}`

type Errors = Partial<Record<(typeof names)[number] | 'other', string | null>>

interface NameFormProps extends LinkNamesProps {
  handle: string | null
  suggested: string
}

function NameForm({ event, handle, suggested, onSaved, onCancel }: NameFormProps) {
  /** Null if an answer was lost. */
  const [before, setBefore] = useState<{ handle: string | null; slug: string | null } | null>({
    handle,
    slug: event.slug,
  })
  const [name, setName] = useState(handle ?? suggested)
  const [slug, setSlug] = useState(event.slug ?? nameFrom(event.title))
  const [errors, setErrors] = useState<Errors>({})
  const [isSaving, setIsSaving] = useState(false)

  /** Shows what is wrong with the names; the first wrong one gets the focus. */
  function refuse(found: Errors) {
    flushSync(() => setErrors(found))
    const wrong = names.find((one) => found[one])
    if (wrong !== undefined) document.getElementById(idOf(wrong))?.focus()
  }

  async function save() {
    const typed = { handle: name.trim().toLowerCase(), slug: slug.trim().toLowerCase() }
    const found = { handle: nameError(typed.handle, 'handle'), slug: nameError(typed.slug, 'slug') }
    if (found.handle ?? found.slug) return refuse(found)
    setErrors({})
    setIsSaving(true)
    try {
      onSaved(await saveNames(event.id, before, typed))
    } catch (error) {
      if (error instanceof SessionExpired) return
      if (mayPass(error)) setBefore(null)
      if (error instanceof CallFailed && Object.keys(error.fields).length > 0) refuse(error.fields)
      else setErrors({ other: error instanceof Error ? error.message : String(error) })
    } finally {
      setIsSaving(false)
    }
  }

  return (
    <div role="group" aria-label="Names in the link" className="grid gap-3 rounded-md bg-sunken p-4">
      <p className="text-muted wrap-anywhere">
        {location.host}/<b className="text-ink">{name || 'name'}</b>/
        <b className="text-ink">{slug || 'event'}</b>
      </p>
      <div className="grid gap-3 sm:grid-cols-2">
        <TextField
          id={idOf('handle')}
          label="Your name"
          hint="In the links of all your events"
          maxLength={nameLimits.max}
          error={errors.handle ?? null}
          value={name}
          startsFocused
          onChange={(value) => {
            setName(value)
            setErrors({ ...errors, handle: null })
          }}
        />
        <TextField
          id={idOf('slug')}
          label="Event"
          hint="In the link of this event"
          maxLength={nameLimits.max}
          error={errors.slug ?? null}
          value={slug}
          onChange={(value) => {
            setSlug(value)
            setErrors({ ...errors, slug: null })
          }}
        />
      </div>
      <p className="text-xs text-muted">Links you’ve already shared keep working.</p>
      <div role="alert" className="empty:hidden">
        {errors.other && <FieldError>{errors.other}</FieldError>}
      </div>
      <div className="flex justify-end gap-2">
        <Button size="sm" disabled={isSaving} onClick={onCancel}>
          Cancel
        </Button>
        <Button size="sm" variant="primary" isBusy={isSaving} onClick={() => void save()}>
          Save link
        </Button>
      </div>
    </div>
  )
}
