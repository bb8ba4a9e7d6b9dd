import { type ReactNode, useId } from 'react'

interface CardProps {
  children: ReactNode
  className?: string
}

export function Card({ children, className = '' }: CardProps) {
  return <div className={`rounded-lg border border-line bg-surface shadow-sm ${className}`}>{children}</div>
}

interface SectionCardProps extends CardProps {
  title: string
  description?: ReactNode
  action?: ReactNode
}

/** A card with a heading, and a group with that name for screen readers. */
export function SectionCard({ title, description, action, children, className = '' }: SectionCardProps) {
  const titleId = useId()
  return (
    <section
      role="group"
      aria-labelledby={titleId}
      className={`rounded-lg border border-line bg-surface shadow-sm ${className}`}
    >
      <div className="flex flex-wrap items-start justify-between gap-4 px-5 pt-5 sm:px-6">
        <div className="min-w-0 flex-1 basis-24">
          <h2 id={titleId} className="text-base font-semibold">
            {title}
          </h2>
          {description && <p className="mt-0.5 text-muted">{description}</p>}
        </div>
        {action}
      </div>
      <div className="px-5 pt-4 pb-5 sm:px-6 sm:pb-6">{children}</div>
    </section>
  )
}
