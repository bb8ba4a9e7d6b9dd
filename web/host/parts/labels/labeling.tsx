import { useQuery } from '@tanstack/react-query'
import { Tag } from 'lucide-react'
import { labelsWith } from '../../../../contract/labels/label-options.ts'
import { labelsQuery } from '../../data/label-calls.ts'
import { LabelChips } from '../../../ui/label-chip.tsx'
import { type LabelsChange, labelStates } from '../../data/label-list.ts'
import { LabelPicker } from './label-picker.tsx'

interface LabelingProps {
  /** What has the labels. */
  name: string
  labelIds: readonly string[]
  onChange: (change: LabelsChange) => void
  className?: string
}

/** The labels of something, with a button to change them. */
export function Labeling({ name, labelIds, onChange, className = '' }: LabelingProps) {
  const { data: labels = [] } = useQuery(labelsQuery)
  return (
    <div className={`flex min-w-0 flex-wrap items-center gap-1.5 ${className}`}>
      <LabelChips isInline labels={labelsWith(labels, labelIds)} />
      <LabelPicker
        label={`Labels of ${name}`}
        trigger={
          <>
            <Tag aria-hidden="true" />
            Labels
          </>
        }
        // Nothing around it can be pressed.
        className="pointer-coarse:-my-2.5"
        chosen={labelStates([{ labelIds }])}
        onToggle={(id, isOn) => onChange(isOn ? { add: [id] } : { remove: [id] })}
      />
    </div>
  )
}
