import type { ReactNode } from 'react'

interface BannerProps {
  icon: ReactNode
  title: string
  action?: ReactNode
  children?: ReactNode
}

/** A problem that concerns every screen, above the screen. */
export function Banner({ icon, title, action, children }: BannerProps) {
  return (
    <div
      role="status"
      className="flex flex-wrap items-center gap-x-4 gap-y-3 border-b border-line bg-warning-tint px-4 py-3 text-ink sm:px-8 [&>svg]:mt-px [&>svg]:size-5 [&>svg]:self-start [&>svg]:text-warning"
    >
      {icon}
      <div className="min-w-0 grow basis-56">
        <p className="font-semibold wrap-anywhere">{title}</p>
        {children && <p className="text-muted wrap-anywhere">{children}</p>}
      </div>
      {action}
    </div>
  )
}
