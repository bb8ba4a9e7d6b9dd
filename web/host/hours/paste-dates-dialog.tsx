import { CircleAlert, CircleCheck } from 'lucide-react'
import { useState } from 'react'
import { type DateOverride, ruleLimits } from '../../../contract/event-rules.ts'
import type { Viewer } from '../../../contract/viewer.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { Segments } from '../../ui/segments.tsx'
import { TextArea } from '../../ui/text-field.tsx'
import { useDiscardQuestion } from '../editor/use-discard-question.tsx'
import { readCalendarFile } from './calendar-file.ts'
import { type DateOrder, readDates } from './dates-text.ts'
import { type Dates, datesText } from './override-dates.ts'

/** No calendar that people paste is larger. */
const MAX_FILE_BYTES = 5_000_000

interface PasteDatesDialogProps {
  timezone: string
  viewer: Viewer
  /** `YYYY-MM-DD` */
  today: string
  onAdd: (closed: DateOverride[]) => void
  onClose: () => void
}

interface ReadFile {
  name: string
  dates: DateOverride[]
  /** Null if it could be read. */
  problem: string | null
}

/** Closes dates that are pasted as text or come from a calendar file. Shows what was understood first. */
export function PasteDatesDialog({ timezone, viewer, today, onAdd, onClose }: PasteDatesDialogProps) {
  const [text, setText] = useState('')
  const [file, setFile] = useState<ReadFile | null>(null)
  const [order, setOrder] = useState<DateOrder | null>(null)
  const { dates, unknown, ambiguous } = readDates(text, today, order)
  // It stays a question once it was answered.
  const { ambiguous: inTwoWays } = readDates(text, today)
  const isPast = ({ to }: Dates) => to < today
  const { close, question } = useDiscardQuestion(text.trim() !== '' || file !== null, onClose)
  const closed: DateOverride[] = [
    ...dates
      .filter((each) => !isPast(each))
      .map(({ name, ...each }) => ({ ...each, name: name.slice(0, ruleLimits.overrideName), slots: [] })),
    ...(file?.dates ?? []),
  ]
  const isUnclear = unknown.length > 0 || ambiguous !== null

  async function read(chosen: File | undefined) {
    if (!chosen) return setFile(null)
    const { name } = chosen
    try {
      if (chosen.size > MAX_FILE_BYTES) throw new RangeError('Too large')
      const found = await readCalendarFile(await chosen.text(), { timezone, today })
      setFile({ name, dates: found, problem: found.length > 0 ? null : 'It has no upcoming entries.' })
    } catch {
      setFile({ name, dates: [], problem: 'We couldn’t read this calendar file.' })
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
              disabled={closed.length === 0 || isUnclear}
              onClick={() => onAdd(closed)}
            >
              {closed.length === 0
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
        onChange={setText}
      />
      <Field label="Or a calendar file (.ics)" error={file?.problem ?? null}>
        {(control) => (
          <input
            {...control}
            type="file"
            accept=".ics,text/calendar"
            className="w-full min-w-0 text-sm file:me-3 file:h-10 file:cursor-pointer file:rounded-md file:border file:border-line file:bg-surface file:px-4 file:font-medium file:text-ink hover:file:bg-sunken pointer-coarse:file:min-h-11"
            onChange={({ target }) => void read(target.files?.[0])}
          />
        )}
      </Field>
      {inTwoWays !== null && (
        <div className="grid gap-2">
          <p>“{inTwoWays}” can be read in two ways. Which one do you mean?</p>
          <Segments
            label={`What ${inTwoWays} means`}
            choices={orders.map((value) => ({
              value,
              label: readDates(inTwoWays, today, value)
                .dates.map((each) => datesText(each, viewer))
                .join(),
            }))}
            value={order}
            onChange={setOrder}
          />
        </div>
      )}
      <div aria-live="polite" className="grid gap-3">
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
        {dates.some(isPast) && (
          <ul aria-label="In the past" className="grid gap-1.5">
            {dates.filter(isPast).map((each, index) => (
              <li key={entryKey(each.from, index)} className="flex items-start gap-2 text-muted">
                <CircleAlert aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
                <span className="min-w-0 wrap-anywhere">
                  {datesText(each, viewer)} is in the past, so it isn’t added.
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

const orders = ['month', 'day'] as const

/** The same date can be pasted twice. */
const entryKey = (text: string, index: number) => `${text} ${index}`
