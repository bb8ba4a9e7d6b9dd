import { ChevronLeft, ChevronRight } from 'lucide-react'
import { Button } from './button.tsx'

interface PageNavProps {
  /** From 1. */
  page: number
  last: number
  onPage: (page: number) => void
}

/** Turns the pages of a list that has more than one. */
export function PageNav({ page, last, onPage }: PageNavProps) {
  return (
    <nav aria-label="Pages" className="mt-5 flex items-center justify-between gap-3 tabular-nums">
      <Button isOff={page <= 1} onClick={() => onPage(page - 1)}>
        <ChevronLeft aria-hidden="true" />
        Previous
      </Button>
      <span className="text-muted">
        Page {page} of {last}
      </span>
      <Button isOff={page >= last} onClick={() => onPage(page + 1)}>
        Next
        <ChevronRight aria-hidden="true" />
      </Button>
    </nav>
  )
}
