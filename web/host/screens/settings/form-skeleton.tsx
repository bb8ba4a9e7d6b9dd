import { Card } from '../../../ui/card.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'

/** The heights of the sections, `General` first. Together, they are as tall as most screens. */
const heights = ['h-64', 'h-44', 'h-28', 'h-20', 'h-56', 'h-40', 'h-32']

/** The place of the sections from a number on. */
export function FormSkeleton({ from = 0 }: { from?: number }) {
  return (
    <div role="status" className="grid gap-6">
      <span className="sr-only">Loading settings...</span>
      {heights.slice(from).map((height) => (
        <Card key={height} className="p-6">
          <Skeleton className="mb-6 h-5 w-32" />
          <Skeleton className={`w-full ${height}`} />
        </Card>
      ))}
    </div>
  )
}
