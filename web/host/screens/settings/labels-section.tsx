import { useQuery } from '@tanstack/react-query'
import { Settings2 } from 'lucide-react'
import { useRef, useState } from 'react'
import { labelsQuery } from '../../data/label-calls.ts'
import { ManageDialog } from '../../parts/lazy-dialogs.tsx'
import { Button } from '../../../ui/button.tsx'
import { SectionCard } from '../../../ui/card.tsx'
import { LabelChips } from '../../../ui/label-chip.tsx'

export function LabelsSection() {
  const { data: labels = [] } = useQuery(labelsQuery)
  const [isManaging, setIsManaging] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  return (
    <SectionCard
      title="Labels"
      description="Sort your events, bookings and collections. Only you see your labels, and a booking starts with its event’s."
    >
      <LabelChips labels={labels} className="mb-4" />
      <Button ref={button} onClick={() => setIsManaging(true)}>
        <Settings2 aria-hidden="true" />
        Manage labels
      </Button>
      {isManaging && <ManageDialog orElse={button} onClose={() => setIsManaging(false)} />}
    </SectionCard>
  )
}
