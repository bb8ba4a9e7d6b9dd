import type { ReactNode } from 'react'
import { product } from '../../../contract/product.ts'
import { pages, paths, tabTitle } from '../../../contract/pages.ts'
import { buttonClass } from '../../ui/button.tsx'
import { Logo } from '../../ui/logo.tsx'
import { usePageTitle } from '../use-page-title.ts'
import { BrokenPicture } from '../../ui/pictures.tsx'

interface MessageScreenProps {
  tab: string
  title: string
  children: ReactNode
}

function MessageScreen({ tab, title, children }: MessageScreenProps) {
  usePageTitle(tab)
  return (
    <div className="flex flex-1 flex-col">
      <header className="px-5 py-4 sm:px-8">
        <a href={paths.landing} className="inline-block rounded-md">
          <Logo name={product.name} />
        </a>
      </header>
      <main className="mx-auto flex max-w-md flex-1 flex-col items-center justify-center gap-4 px-6 pb-24 text-center">
        <BrokenPicture />
        <h1 className="text-2xl font-semibold">{title}</h1>
        <p className="text-base text-muted text-pretty">{children}</p>
        <a href={paths.landing} className={buttonClass({ variant: 'primary' })}>
          Return to Home
        </a>
      </main>
    </div>
  )
}

export function NotFoundScreen() {
  return (
    <MessageScreen tab={tabTitle('Page not found')} title="Page not found">
      <span className="font-semibold text-ink">404.</span> We couldn’t find that page. It may have moved, or
      the link may be incomplete.
    </MessageScreen>
  )
}

export function EventNotFoundScreen() {
  return (
    <MessageScreen tab={pages.eventNotFound.title} title="Event not found">
      This event was not found or has been deleted. Ask the person who sent you the link for a new one.
    </MessageScreen>
  )
}

export function EventNotAcceptingScreen() {
  return (
    <MessageScreen tab={pages.eventNotAccepting.title} title="Not accepting bookings">
      This event is not accepting bookings. The host may open it again later.
    </MessageScreen>
  )
}
