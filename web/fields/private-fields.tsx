import { Check, CircleAlert, Lock } from 'lucide-react'
import { useId } from 'react'
import type { BookedCollection } from '../../contract/custom-fields/collection.schema.ts'
import type { Answer } from '../../contract/custom-fields/custom-fields.ts'
import type { TimeFormat } from '../../contract/time/time-formats.ts'
import { Button } from '../ui/button.tsx'
import { Spinner } from '../ui/spinner.tsx'
import type { SaverState } from './answer-saver.ts'
import { controlId, fieldKey, FieldForm } from './field-form.tsx'
import type { useSavedAnswers } from './use-saved-answers.ts'

interface PrivateFieldsProps {
  collections: readonly BookedCollection[]
  filling: ReturnType<typeof useSavedAnswers>
  timeFormat: TimeFormat
  /** Where the save state sticks, below what covers the top. */
  stickyClass: string
}

/** The host's private notes after a booking, saved while typing. */
export function PrivateFields({ collections, filling, timeFormat, stickyClass }: PrivateFieldsProps) {
  const { status, answers, errors, theirs, change, choose, leave, retry } = filling
  const titleId = useId()
  if (collections.length === 0) return null
  return (
    <section aria-labelledby={titleId} className="rounded-lg bg-sunken px-4 pb-4">
      {/* The save state stays visible, however many fields there are. */}
      <div
        className={`sticky z-1 -mx-4 flex flex-wrap items-center justify-between gap-x-4 gap-y-1 rounded-lg bg-sunken px-4 pt-4 pb-3 ${stickyClass}`}
      >
        <h3 id={titleId} className="flex items-center gap-2 font-semibold">
          <Lock aria-hidden="true" className="size-4 text-muted" />
          Private notes
        </h3>
        <SaveStatus status={status} onRetry={retry} />
      </div>
      <div role="alert" className="grid gap-3 not-empty:mb-4">
        {collections.flatMap(({ id, fields }) =>
          fields.map((field) => {
            const key = fieldKey(id, field.id)
            return (
              key in theirs && (
                <Choice
                  key={key}
                  label={field.label}
                  theirs={theirs[key]!}
                  onChoose={(whose) => {
                    // The button disappears.
                    document.getElementById(controlId(key))?.focus()
                    choose(key, whose)
                  }}
                />
              )
            )
          }),
        )}
      </div>
      <p className="mb-4 text-muted">Invitees never see these. Changes are saved automatically.</p>
      {/* Nor does it hide the field with the focus, below what else sticks to the top. */}
      <div className="grid grid-cols-[minmax(0,1fr)] gap-6 **:scroll-mt-36" onBlur={leave}>
        <FieldForm
          collections={collections}
          answers={answers}
          errors={errors}
          timeFormat={timeFormat}
          onChange={change}
        />
      </div>
    </section>
  )
}

interface ChoiceProps {
  label: string
  theirs: Answer
  onChoose: (whose: 'mine' | 'theirs') => void
}

/** Two people typed in the same field: which answer stays? */
function Choice({ label, theirs, onChoose }: ChoiceProps) {
  const text = [theirs].flat().join(', ')
  return (
    <div className="grid gap-2 rounded-md border border-line bg-surface p-3">
      <p className="wrap-anywhere">
        {text === ''
          ? `Someone else cleared “${label}” while you were typing.`
          : `Someone else changed “${label}” while you were typing, to:`}
      </p>
      {text !== '' && (
        <p
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- A scrolling area must be reachable by keyboard.
          tabIndex={0}
          className="max-h-40 overflow-y-auto rounded-md whitespace-pre-wrap wrap-anywhere"
        >
          {text}
        </p>
      )}
      <p className="flex flex-wrap gap-2">
        <Button size="sm" onClick={() => onChoose('theirs')}>
          Use theirs
        </Button>
        <Button size="sm" onClick={() => onChoose('mine')}>
          Keep mine
        </Button>
      </p>
    </div>
  )
}

function SaveStatus({ status, onRetry }: { status: SaverState['status']; onRetry: () => void }) {
  return (
    <div role="status" className="flex min-h-6 items-center gap-2 text-sm text-muted">
      {(status === 'waiting' || status === 'saving') && (
        <>
          <Spinner className="size-4" /> Saving...
        </>
      )}
      {status === 'saved' && (
        <>
          <Check aria-hidden="true" className="size-4 text-success" /> Saved
        </>
      )}
      {status === 'conflict' && <Problem>Choose which note to keep.</Problem>}
      {status === 'invalid' && <Problem>Some answers need fixing before they can be saved.</Problem>}
      {status === 'failed' && (
        <>
          <Problem>Couldn’t save.</Problem>
          <Button size="sm" onClick={onRetry}>
            Retry
          </Button>
        </>
      )}
    </div>
  )
}

function Problem({ children }: { children: string }) {
  return (
    <span className="flex items-start gap-1.5 text-danger">
      <CircleAlert aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
      {children}
    </span>
  )
}
