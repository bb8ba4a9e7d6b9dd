import { ChevronDown } from 'lucide-react'
import type { ReactNode } from 'react'

interface DisclosureProps {
  id?: string
  title: string
  /** h3 below a section's heading. */
  heading?: 'h2' | 'h3'
  children: ReactNode
}

/** The browser's own element, which works by keyboard and opens when the page search finds a word in it. */
export function Disclosure({ id, title, heading: Heading = 'h2', children }: DisclosureProps) {
  return (
    <details id={id} className="group">
      <summary className="flex min-h-14 list-none items-center justify-between gap-4 rounded-lg px-5 py-3 hover:bg-sunken sm:px-6 [&::-webkit-details-marker]:hidden">
        <Heading className="text-base font-semibold">{title}</Heading>
        <ChevronDown
          aria-hidden="true"
          className="size-5 shrink-0 text-muted transition-transform group-open:rotate-180"
        />
      </summary>
      <div className="grid gap-3 px-5 pt-1 pb-5 text-base text-pretty text-muted sm:px-6 [&_a]:font-medium [&_a]:text-brand [&_a]:underline [&_a]:underline-offset-2 [&_strong]:font-medium [&_strong]:text-ink">
        {children}
      </div>
    </details>
  )
}
