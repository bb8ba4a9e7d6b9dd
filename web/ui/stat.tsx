import type { LucideIcon } from 'lucide-react'

/** One figure of a description list. */
export function Stat({ icon: Icon, label, value }: { icon: LucideIcon; label: string; value: string }) {
  return (
    <div className="relative flex flex-col-reverse justify-end rounded-lg border border-line bg-surface p-3 shadow-sm sm:p-4 lg:pl-18">
      <dt className="text-xs text-muted sm:text-sm">
        <span className="absolute top-1/2 left-4 hidden size-10 -translate-y-1/2 place-items-center rounded-lg bg-tint text-on-tint lg:grid">
          <Icon aria-hidden="true" className="size-5" />
        </span>
        {label}
      </dt>
      <dd className="text-xl leading-7 font-semibold tabular-nums">{value}</dd>
    </div>
  )
}
