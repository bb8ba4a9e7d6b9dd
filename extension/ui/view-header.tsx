import { ArrowLeft } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { Button } from '../../web/ui/button.tsx'

/** The top of a view that was opened from a list. */
export function ViewHeader({ title, onBack }: { title: string; onBack: () => void }) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <div className="flex items-center gap-2 border-b border-line px-2 py-1.5">
      <Button size="icon" variant="quiet" aria-label="Back" onClick={onBack}>
        <ArrowLeft aria-hidden="true" />
      </Button>
      <h2 ref={heading} tabIndex={-1} className="truncate font-semibold outline-none">
        {title}
      </h2>
    </div>
  )
}
