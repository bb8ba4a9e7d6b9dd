import { Link } from '@tanstack/react-router'
import { CircleHelp, Clapperboard, type LucideIcon, Mail } from 'lucide-react'
import type { ReactNode } from 'react'
import { product } from '../../../../contract/product.ts'
import { pages, paths } from '../../../../contract/pages/pages.ts'
import { buttonClass } from '../../../ui/button.tsx'
import { PageHeader } from '../../../ui/page-header.tsx'
import { SupportAddress } from '../../parts/support-address.tsx'
import { usePageTitle } from '../../parts/use-page-title.ts'

export function HelpScreen() {
  usePageTitle(pages.help.title)
  return (
    <>
      <PageHeader title="Help" description={`Find an answer, or ask the ${product.name} team.`} />
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4 md:grid-cols-2 lg:grid-cols-3">
        <HelpCard
          icon={CircleHelp}
          title="Frequently asked questions"
          action={
            <Link to={paths.faq} className={buttonClass({ variant: 'primary' })}>
              View FAQ
            </Link>
          }
        >
          Connecting your calendar, sharing links, time zones, cancellations and notifications.
        </HelpCard>
        <HelpCard
          icon={Mail}
          title="Email support"
          action={
            <a href={`mailto:${product.supportEmail}`} className={buttonClass()}>
              Email support
            </a>
          }
        >
          Email <SupportAddress />. We reply within 24 hours.
        </HelpCard>
        <HelpCard icon={Clapperboard} title="Video tutorials" action={<VideoPlace />}>
          Short videos on setting up your first event.
        </HelpCard>
      </div>
    </>
  )
}

interface HelpCardProps {
  icon: LucideIcon
  title: string
  action: ReactNode
  children: ReactNode
}

function HelpCard({ icon: Icon, title, action, children }: HelpCardProps) {
  return (
    <section className="flex flex-col gap-4 rounded-lg border border-line bg-surface p-5 shadow-sm sm:p-6">
      <span className="grid size-10 place-items-center rounded-lg bg-tint text-on-tint">
        <Icon aria-hidden="true" className="size-5" />
      </span>
      <div>
        <h2 className="text-base font-semibold">{title}</h2>
        <p className="mt-1 text-muted text-pretty">{children}</p>
      </div>
      <div className="mt-auto flex flex-wrap">{action}</div>
    </section>
  )
}

/** A placeholder for the video. */
function VideoPlace() {
  return (
    <p className="grid h-10 flex-1 place-items-center rounded-md border border-dashed border-line-strong px-4 text-muted pointer-coarse:h-11">
      <span className="first-letter:uppercase">video coming soon</span>
    </p>
  )
}
