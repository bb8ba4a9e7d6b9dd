import { CircleAlert, CircleCheck, History } from 'lucide-react'
import { type ReactNode, useId, useState } from 'react'
import type { DateOverride } from '../../../../contract/hours/hours.ts'
import type { Viewer } from '../../../../contract/time/viewer.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Field } from '../../../ui/field.tsx'
import { TextArea } from '../../../ui/text-field.tsx'
import { useDiscardQuestion } from '../editor/use-discard-question.tsx'
import { fileProblem, NO_ENTRIES, readCalendarFile } from './calendar-file.ts'
import { readDates } from './dates-text.ts'
import { datesText } from './override-dates.ts'
import type { DateOrder } from './written-dates.ts'

/** No calendar that people paste is larger. */
const MAX_FILE_BYTES = 5_000_000

const UNREADABLE_FILE = 'We couldn’t read this calendar file.'

interface PasteDatesDialogProps {
  timezone: string
  viewer: Viewer
  /** `YYYY-MM-DD` */
  today: string
  /** Why what was added last wasn't taken. */
  error: ReactNode
  onEdit: () => void
  onAdd: (closed: DateOverride[]) => void
  onClose: () => void
}

interface ReadFile {
  name: string
  dates: DateOverride[]
  unreadable: string[]
  /** Null if it could be read. */
  problem: string | null
}

/** Closes dates that are pasted as text or come from a calendar file. Shows what was understood first. */
export function PasteDatesDialog({
  timezone,
  viewer,
  today,
  error,
  onEdit,
  onAdd,
  onClose,
}: PasteDatesDialogProps) {
  const [text, setText] = useState('')
  const [file, setFile] = useState<ReadFile | null>(null)
  const orderName = useId()
  const [order, setOrder] = useState<DateOrder | null>(null)
  const { dates, past, unknown, question: asked } = readDates(text, today, order)
  const { close, question } = useDiscardQuestion(text.trim() !== '' || file !== null, onClose)
  const closed = [...dates.map((each) => ({ ...each, slots: [] })), ...(file?.dates ?? [])]
  // Half of a list would be taken for all of it.
  const isUnderstood =
    unknown.length === 0 &&
    (asked === null || order !== null) &&
    (file === null || file.problem === null || file.problem === NO_ENTRIES)

  async function read(chosen: File | undefined) {
    if (!chosen) return setFile(null)
    const { name } = chosen
    try {
      if (chosen.size > MAX_FILE_BYTES) throw new RangeError('Too large')
      const found = readCalendarFile(await chosen.text(), { timezone, today })
      const problem = fileProblem(found)
      setFile({ name, ...found, dates: problem === null ? found.dates : [], problem })
    } catch {
      setFile({ name, dates: [], unreadable: [], problem: UNREADABLE_FILE })
    }
  }

  return (
    <Dialog
      title="Paste dates"
      size="lg"
      isOpen
      onClose={close}
      actions={
        question || (
          <>
            <Button onClick={close}>Cancel</Button>
            <Button
              variant="primary"
              disabled={closed.length === 0 || !isUnderstood}
              onClick={() => onAdd(closed)}
            >
              {closed.length === 0 || !isUnderstood
                ? 'Add'
                : closed.length === 1
                  ? 'Add 1 entry'
                  : `Add ${closed.length} entries`}
            </Button>
          </>
        )
      }
    >
      <p className="text-muted">The dates will be closed. You can give them other hours afterward.</p>
      <TextArea
        label="Dates"
        hint="One per line or separated by commas: Dec 24 - Jan 2, 24.12.2026 Christmas Eve, 2026-12-24"
        value={text}
        onChange={(next) => {
          onEdit()
          setText(next)
        }}
      />
      {asked && (
        <fieldset className="grid gap-2 rounded-md bg-warning-tint px-4 py-3">
          <legend className="float-left mb-1 font-medium wrap-anywhere">Which date is “{asked.part}”?</legend>
          {(['monthFirst', 'dayFirst'] as const).map((each) => (
            <label key={each} className="flex w-fit items-center gap-2 pointer-coarse:min-h-11">
              <input
                type="radio"
                name={orderName}
                checked={order === each}
                onChange={() => setOrder(each)}
                className="size-4 accent-brand"
              />
              {datesText(asked[each], viewer)}
            </label>
          ))}
        </fieldset>
      )}
      <Field label="Or a calendar file (.ics)" error={file?.problem ?? null}>
        {(control) => (
          <input
            {...control}
            type="file"
            accept=".ics,text/calendar"
            className="w-full min-w-0 text-sm file:me-3 file:h-10 file:cursor-pointer file:rounded-md file:border file:border-line file:bg-surface file:px-4 file:font-medium file:text-ink hover:file:bg-sunken pointer-coarse:file:min-h-11"
            onChange={({ target }) => {
              onEdit()
              void read(target.files?.[0])
            }}
          />
        )}
      </Field>
      <div aria-live="polite" className="grid gap-3">
        {error}
        {closed.length > 0 && (
          <ul
            aria-label="Understood"
            // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- A scrolling area must be reachable by keyboard.
            tabIndex={0}
            className="grid max-h-48 gap-1.5 overflow-y-auto"
          >
            {closed.map(({ from, to, name }, index) => (
              <li key={entryKey(from, index)} className="flex items-start gap-2">
                <CircleCheck aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-success" />
                <span className="min-w-0 wrap-anywhere">
                  {datesText({ from, to }, viewer)}
                  {name && <span className="text-muted"> · {name}</span>}
                </span>
              </li>
            ))}
          </ul>
        )}
        {past.length > 0 && (
          <ul aria-label="In the past" className="grid gap-1.5">
            {past.map((each, index) => (
              <li key={entryKey(each.from, index)} className="flex items-start gap-2 text-muted">
                <History aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
                <span className="min-w-0 wrap-anywhere">
                  {datesText(each, viewer)} is in the past, so it won’t be added.
                </span>
              </li>
            ))}
          </ul>
        )}
        {file !== null && file.unreadable.length > 0 && (
          <ul aria-label="Not read" className="grid gap-1.5">
            {file.unreadable.map((name, index) => (
              <li key={entryKey(name, index)} className="flex items-start gap-2 text-danger">
                <CircleAlert aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
                <span className="min-w-0 wrap-anywhere">
                  We can’t read {name === '' ? 'an entry without a name' : `the entry “${name}”`}, so it won’t
                  be added.
                </span>
              </li>
            ))}
          </ul>
        )}
        {unknown.length > 0 && (
          <ul aria-label="Not understood" className="grid gap-1.5">
            {unknown.map((part, index) => (
              <li key={entryKey(part, index)} className="flex items-start gap-2 text-danger">
                <CircleAlert aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
                <span className="min-w-0 wrap-anywhere">We don’t understand “{part}”.</span>
              </li>
            ))}
          </ul>
        )}
      </div>
    </Dialog>
  )
}

/** The same date can be pasted twice. */
const entryKey = (text: string, index: number) => `${text} ${index}`
