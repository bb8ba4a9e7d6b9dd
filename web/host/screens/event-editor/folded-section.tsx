import { ChevronDown } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import { useFold } from '../../../ui/use-fold.ts'

interface FoldedSectionProps {
  title: string
  /** One line: what is set. */
  summary: string
  /** Opens it. */
  hasError: boolean
  /** `isOpen`: whether anything of it can be seen. */
  children: (isOpen: boolean) => ReactNode
}

/** A section that few events need. Closed until opened, or until something in it has an error. */
export function FoldedSection({ title, summary, hasError, children }: FoldedSectionProps) {
  const titleId = useId()
  const [isOpen, setIsOpen] = useFold(hasError)
  return (
    <section role="group" aria-labelledby={titleId}>
      <details
        open={isOpen ?? false}
        onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}
        className="group rounded-lg border border-line bg-surface shadow-sm"
      >
        <summary className="flex list-none items-center justify-between gap-4 rounded-lg px-5 py-4 hover:bg-sunken sm:px-6 [&::-webkit-details-marker]:hidden">
          <div className="min-w-0">
            <h2 id={titleId} className="text-base font-semibold">
              {title}
            </h2>
            <p className="mt-0.5 text-pretty text-muted wrap-anywhere">{summary}</p>
          </div>
          <ChevronDown
            aria-hidden="true"
            className="size-5 shrink-0 text-muted transition-transform group-open:rotate-180"
          />
        </summary>
        {children(isOpen ?? false)}
      </details>
    </section>
  )
}
