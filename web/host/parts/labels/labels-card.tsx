import { SectionCard } from '../../../ui/card.tsx'
import type { LabelsChange } from '../../data/label-list.ts'
import { Labeling } from './labeling.tsx'

interface LabelsCardProps {
  name: string
  labelIds: readonly string[]
  /** Saves at once, or changes the draft of something new. */
  onChange: (change: LabelsChange) => void
  isNew: boolean
  className?: string
}

/** The labels in an editor. */
export function LabelsCard({ isNew, className = '', ...labeling }: LabelsCardProps) {
  return (
    <SectionCard
      title="Labels"
      description={isNew ? 'Only you see them.' : 'Only you see them. Changes are saved right away.'}
      className={className}
    >
      <Labeling {...labeling} />
    </SectionCard>
  )
}
