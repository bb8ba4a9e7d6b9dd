import { Pencil, Trash2 } from 'lucide-react'
import type { DateOverride } from '../../../../contract/hours/hours.ts'
import type { TimeFormat } from '../../../../contract/time/time-formats.ts'
import type { Viewer } from '../../../../contract/time/viewer.ts'
import { Button } from '../../../ui/button.tsx'
import { datesText, overrideHours } from './override-dates.ts'

/** An override and its place in the list of all. */
interface Entry {
  index: number
  override: DateOverride
}

interface OverrideListProps {
  label: string
  entries: readonly Entry[]
  viewer: Viewer
  timeFormat: TimeFormat
  onEdit: (entry: Entry) => void
  onRemove: (index: number) => void
}

export function OverrideList({ label, entries, viewer, timeFormat, onEdit, onRemove }: OverrideListProps) {
  return (
    <ul aria-label={label} className="divide-y divide-line rounded-lg border border-line">
      {entries.map((entry) => {
        const { from, to, name } = entry.override
        const dates = datesText({ from, to }, viewer)
        return (
          <li key={from} className="flex items-center gap-2 py-2 ps-4 pe-2">
            <div className="min-w-0 flex-1">
              <p className="font-medium wrap-anywhere">{dates}</p>
              <p className="text-muted wrap-anywhere">
                {overrideHours(entry.override, timeFormat)}
                {name && ` · ${name}`}
              </p>
            </div>
            <Button variant="quiet" size="icon" aria-label={`Edit ${dates}`} onClick={() => onEdit(entry)}>
              <Pencil aria-hidden="true" />
            </Button>
            <Button
              variant="quiet-danger"
              size="icon"
              aria-label={`Remove ${dates}`}
              onClick={() => onRemove(entry.index)}
            >
              <Trash2 aria-hidden="true" />
            </Button>
          </li>
        )
      })}
    </ul>
  )
}
