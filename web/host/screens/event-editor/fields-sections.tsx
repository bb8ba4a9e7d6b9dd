import { Plus } from 'lucide-react'
import { memo, useDeferredValue, useRef, useState } from 'react'
import { collectionLimits, type CollectionStage } from '../../../../contract/custom-fields/custom-fields.ts'
import { FieldForm } from '../../../fields/field-form.tsx'
import { Button } from '../../../ui/button.tsx'
import { FieldError } from '../../../ui/field.tsx'
import { Switch } from '../../../ui/switch.tsx'
import { useHostTime } from '../../parts/time/use-host-time.ts'
import { CollectionDialog } from './collection-dialog.tsx'
import { fieldId } from './event-errors.ts'
import { FoldedSection } from './folded-section.tsx'
import { SavedCollections } from './saved-collections.tsx'
import { type SectionProps, sectionOf } from './section.ts'
import {
  insertCollection,
  moveUsed,
  newUsedDraft,
  shownCollection,
  type UsedDraft,
} from './used-collections.ts'
import { UsedList } from './used-list.tsx'

const parts = ['collections'] as const

type FieldsProps = SectionProps<(typeof parts)[number]>

export const BookingFieldsSection = sectionOf(parts, function BookingFieldsSection(props: FieldsProps) {
  const { draft, errors } = props
  const used = usedIn('onBooking', draft.collections)
  // They can have many fields, so they follow in a second, interruptible render.
  const previewed = useDeferredValue(draft.collections)
  return (
    <FoldedSection
      title="Booking Custom Fields"
      summary={used.length > 0 ? namesOf(used) : 'Only name and email are asked'}
      hasError={errors.collections !== undefined}
    >
      {(isOpen) =>
        (isOpen || errors.collections !== undefined) && (
          <div className="px-5 pb-5 sm:px-6 sm:pb-6">
            <p className="mb-4 text-muted">Asked on the booking form.</p>
            <StageFields {...props} stage="onBooking" label="Booking collections" />
            {errors.collections && (
              // The target of the error summary.
              <div id={fieldId('collections')} tabIndex={-1} role="alert" className="mt-4">
                <FieldError>{errors.collections}</FieldError>
              </div>
            )}
            <h3 className="mt-6 mb-3 font-medium">Preview</h3>
            <FieldsPreview collections={previewed} stage="onBooking" />
          </div>
        )
      }
    </FoldedSection>
  )
})

export const PostBookingFieldsSection = sectionOf(
  parts,
  function PostBookingFieldsSection(props: FieldsProps) {
    const { draft, change } = props
    const used = usedIn('postBooking', draft.collections)
    const previewed = useDeferredValue(draft.collections)
    const [isOn, setIsOn] = useState(used.length > 0)
    // Turning it off and on again restores them.
    const putAside = useRef<UsedDraft[]>([])

    function toggle(next: boolean) {
      setIsOn(next)
      if (!next) putAside.current = used
      const others = draft.collections.filter(({ stage }) => stage !== 'postBooking')
      change({ collections: next ? [...others, ...putAside.current] : others })
    }

    return (
      <FoldedSection
        title="Post Booking Custom Fields"
        summary={used.length > 0 ? namesOf(used) : 'Nothing to fill in after a meeting'}
        hasError={false}
      >
        {(isOpen) =>
          isOpen && (
            <div className="px-5 pb-5 sm:px-6 sm:pb-6">
              <p className="mb-4 text-muted">
                For you to fill in after the meeting. Never visible to invitees.
              </p>
              <Switch label="Use post-booking fields" isOn={isOn || used.length > 0} onChange={toggle} />
              {(isOn || used.length > 0) && (
                <div className="mt-5">
                  <StageFields {...props} stage="postBooking" label="Post-booking collections" />
                  <h3 className="mt-6 mb-3 font-medium">Preview</h3>
                  <FieldsPreview collections={previewed} stage="postBooking" />
                </div>
              )}
            </div>
          )
        }
      </FoldedSection>
    )
  },
)

const usedIn = (stage: CollectionStage, collections: readonly UsedDraft[]) =>
  collections.filter((one) => one.stage === stage)

/** `Intake, Travel` */
const namesOf = (used: readonly UsedDraft[]) => used.map(({ name }) => name).join(', ')

interface StageFieldsProps extends FieldsProps {
  stage: CollectionStage
  label: string
}

function StageFields({ draft, change, stage, label }: StageFieldsProps) {
  const [edited, setEdited] = useState<UsedDraft | null>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  const { collections } = draft
  const used = usedIn(stage, collections)
  const isFull = collections.length >= collectionLimits.used
  const isSame = (one: UsedDraft, other: UsedDraft) => one.id === other.id && one.stage === other.stage

  function save(saved: UsedDraft) {
    const isThere = collections.some((one) => isSame(one, saved))
    change({
      collections: isThere
        ? collections.map((one) => (isSame(one, saved) ? saved : one))
        : [...collections, saved],
    })
    setEdited(null)
  }

  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      {used.length > 0 && (
        <UsedList
          label={label}
          used={used}
          onMove={(from, to) => change({ collections: moveUsed(collections, stage, from, to) })}
          onEdit={setEdited}
          onRemove={(removed) => {
            // The focused button is about to disappear.
            heading.current?.focus({ preventScroll: true })
            change({ collections: collections.filter((one) => !isSame(one, removed)) })
          }}
        />
      )}
      <div className="grid gap-2">
        <div className="flex flex-wrap items-center justify-between gap-2">
          <h3 ref={heading} tabIndex={-1} className="font-medium outline-none">
            Saved collections
          </h3>
          <Button size="sm" variant="quiet" disabled={isFull} onClick={() => setEdited(newUsedDraft(stage))}>
            <Plus aria-hidden="true" />
            Create for this event
          </Button>
        </div>
        <SavedCollections
          label={`Saved collections for ${label.toLowerCase()}`}
          isInserted={({ id }) => used.some((one) => one.id === id)}
          isFull={isFull}
          onInsert={(collection) => change({ collections: insertCollection(collections, collection, stage) })}
        />
        {isFull && (
          <p className="text-muted">An event can use at most {collectionLimits.used} collections.</p>
        )}
      </div>
      {edited && <CollectionDialog collection={edited} onSave={save} onCancel={() => setEdited(null)} />}
    </div>
  )
}

const noAnswers = {}
const ignore = () => {}

interface FieldsPreviewProps {
  /** Of both stages. */
  collections: readonly UsedDraft[]
  stage: CollectionStage
}

const FieldsPreview = memo(function FieldsPreview({ collections, stage }: FieldsPreviewProps) {
  const { timeFormat } = useHostTime()
  const used = usedIn(stage, collections)
  if (used.length === 0) {
    return (
      <p className="rounded-md border border-dashed border-line px-4 py-6 text-center text-muted">
        No custom fields added yet
      </p>
    )
  }
  return (
    <div className="grid gap-5 rounded-lg border border-line bg-canvas p-4">
      <FieldForm
        collections={used.map(shownCollection)}
        answers={noAnswers}
        isReadOnly
        timeFormat={timeFormat}
        onChange={ignore}
      />
    </div>
  )
})
