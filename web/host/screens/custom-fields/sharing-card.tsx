import { UserPlus, X } from 'lucide-react'
import type { Collection, CollectionShare } from '../../../../contract/custom-fields/collection.schema.ts'
import { api, SessionExpired } from '../../data/api.ts'
import { reloadCollections, showShares } from '../../data/collection-calls.ts'
import { deleteIfThere } from '../../data/query-client.ts'
import { SaidLine } from '../../parts/sharing/said-line.tsx'
import { useSharing } from '../../parts/sharing/use-sharing.ts'
import { toasts } from '../../data/toasts.ts'
import { Button } from '../../../ui/button.tsx'
import { SectionCard } from '../../../ui/card.tsx'
import { Field } from '../../../ui/field.tsx'

const withShare = (added: CollectionShare) => (shares: CollectionShare[]) =>
  [...shares.filter(({ userId }) => userId !== added.userId), added].toSorted((a, b) =>
    a.email.localeCompare(b.email),
  )

/** The people who can use and edit the collection. Changes apply immediately and aren't part of the form. */
export function SharingCard({ id, shares }: Pick<Collection, 'id' | 'shares'>) {
  const { error, said, say, isBusy, focus, onSubmit, control } = useSharing(
    (email) => share(email),
    'We couldn’t share the collection. Please try again.',
  )

  async function share(email: string, notify = true) {
    const { emailRefusal, ...added } = await api.shareCollection({ params: { id }, body: { email, notify } })
    showShares(id, withShare(added))
    void reloadCollections()
    return { ...added, emailRefusal }
  }

  async function remove(removed: CollectionShare) {
    say({ text: '' })
    showShares(id, (current) => current.filter(({ userId }) => userId !== removed.userId))
    focus()
    try {
      await deleteIfThere(() => api.unshareCollection({ params: { id, userId: removed.userId } }))
      void reloadCollections()
      say({ text: `No longer shared with ${removed.email}.`, undo: () => void restore(removed.email) })
    } catch (reason) {
      showShares(id, withShare(removed))
      if (!(reason instanceof SessionExpired)) toasts.shareNotRemoved(removed.email)
    }
  }

  async function restore(email: string) {
    say({ text: '' })
    focus()
    try {
      await share(email, false)
      say({ text: `Shared with ${email} again.` })
    } catch (reason) {
      if (!(reason instanceof SessionExpired)) toasts.notUndone(() => void restore(email))
    }
  }

  return (
    <SectionCard
      title="Sharing"
      description="People you share with get an email, and can use and edit this collection. Only you can delete it."
    >
      <form noValidate onSubmit={onSubmit} className="flex flex-col gap-3 sm:flex-row">
        <Field label="Email address" error={error} className="flex-1">
          {(field) => <input {...field} {...control} />}
        </Field>
        <Button type="submit" isBusy={isBusy} className="sm:mt-6.75">
          <UserPlus aria-hidden="true" />
          Share
        </Button>
      </form>
      <div className={said.text === '' ? '' : 'mt-3'}>
        <SaidLine said={said} />
      </div>
      {shares.length > 0 && (
        <ul aria-label="Shared with" className="mt-4 divide-y divide-line border-t border-line">
          {shares.map((one) => (
            <li key={one.userId} className="flex items-center gap-3 py-1.5">
              <span
                aria-hidden="true"
                className="grid size-8 shrink-0 place-items-center rounded-full bg-tint font-semibold text-on-tint uppercase"
              >
                {one.email[0]}
              </span>
              <span className="min-w-0 flex-1 wrap-anywhere">{one.email}</span>
              <Button
                variant="quiet-danger"
                size="icon"
                aria-label={`Stop sharing with ${one.email}`}
                onClick={() => void remove(one)}
              >
                <X aria-hidden="true" />
              </Button>
            </li>
          ))}
        </ul>
      )}
    </SectionCard>
  )
}
