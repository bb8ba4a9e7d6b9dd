import { useQuery } from '@tanstack/react-query'
import { Plus, X } from 'lucide-react'
import { useId } from 'react'
import { labelsWith } from '../../../../contract/labels/label-options.ts'
import { labelsQuery } from '../../data/label-calls.ts'
import { LabelChip } from '../../../ui/label-chip.tsx'
import { type LabelSearch, labelStates } from '../../data/label-list.ts'
import { LabelPicker } from './label-picker.tsx'

const modes = [
  { name: 'labels_any', text: 'Any of' },
  { name: 'labels_all', text: 'All of' },
  { name: 'labels_none', text: 'None of' },
] as const

interface LabelFiltersProps {
  search: LabelSearch
  onChange: (change: LabelSearch) => void
  className?: string
}

/** Which labels to look for. Nothing before there are any. */
export function LabelFilters({ search, onChange, className = '' }: LabelFiltersProps) {
  const { data: labels = [] } = useQuery(labelsQuery)
  const id = useId()
  if (labels.length === 0) return null
  return (
    <div role="group" aria-labelledby={id} className={`min-w-0 ${className}`}>
      <p id={id} className="mb-1.5 font-medium">
        Labels
      </p>
      <div className="flex flex-wrap gap-x-6 gap-y-2.5 pointer-coarse:gap-y-0">
        {modes.map(({ name, text }) => {
          const chosen = search[name]?.split(',') ?? []
          const choose = (ids: string[]) => onChange({ [name]: ids.join() || undefined })
          const without = (one: string) => chosen.filter((other) => other !== one)
          return (
            <div
              key={name}
              role="group"
              aria-label={text}
              className="flex min-w-0 flex-wrap items-center gap-1.5 pointer-coarse:gap-y-0"
            >
              <span aria-hidden="true" className="text-muted">
                {text}
              </span>
              {labelsWith(labels, chosen).map((label) => (
                <button
                  key={label.id}
                  type="button"
                  aria-label={`Remove ${label.name}`}
                  onClick={() => choose(without(label.id))}
                  className="group inline-flex max-w-full min-w-0 items-center gap-0.5 rounded-md pointer-coarse:min-h-11"
                >
                  <LabelChip label={label} />
                  <X aria-hidden="true" className="size-3.5 shrink-0 text-muted group-hover:text-ink" />
                </button>
              ))}
              <LabelPicker
                isFilter
                label={`${text}: choose labels`}
                trigger={<Plus aria-hidden="true" />}
                chosen={labelStates([{ labelIds: chosen }])}
                onToggle={(one, isOn) => choose(isOn ? [...chosen, one] : without(one))}
              />
            </div>
          )
        })}
      </div>
    </div>
  )
}
