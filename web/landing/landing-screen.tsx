import { Link } from '@tanstack/react-router'
import { copyright, product } from '../../contract/product.ts'
import { paths } from '../paths.ts'
import { buttonClass } from '../ui/button.tsx'
import { useNow } from '../ui/use-now.ts'
import { usePageTitle } from '../ui/page-title.ts'
import { WeekPicture } from '../ui/pictures.tsx'
import { features } from './features.ts'
import { TopBar } from './top-bar.tsx'

export function LandingScreen() {
  usePageTitle('Scheduling by one link', product.name)
  return (
    <div className="flex flex-1 flex-col">
      <TopBar />
      <main className="flex-1">
        <section className="mx-auto grid max-w-6xl items-center gap-12 px-5 pt-16 pb-20 sm:px-8 lg:grid-cols-[1.1fr_1fr] lg:pt-24">
          <div>
            <h1 className="text-4xl leading-[1.06] font-bold tracking-[-0.035em]">
              Schedule meetings with advanced features
            </h1>
            <p className="mt-5 max-w-xl text-lg text-muted text-pretty">
              Share one link. People see the times you really have, in their own time zone, and book one in
              under a minute. Your calendar keeps the rest free.
            </p>
            <div className="mt-8 flex flex-wrap gap-3">
              <Link to={paths.signIn} className={buttonClass({ variant: 'primary', size: 'lg' })}>
                Get Started Free
              </Link>
              <Link to={paths.pricing} className={buttonClass({ size: 'lg' })}>
                See pricing
              </Link>
            </div>
          </div>
          <WeekPicture className="w-full drop-shadow-xl" />
        </section>
        <section className="border-y border-line bg-surface">
          <div className="mx-auto max-w-6xl px-5 py-16 sm:px-8">
            <h2 className="text-2xl font-semibold">All it takes to be booked</h2>
            <ul className="mt-8 grid gap-x-8 gap-y-10 sm:grid-cols-2 lg:grid-cols-3">
              {features.map(({ icon: Icon, title, text }) => (
                <li key={title}>
                  <span className="grid size-10 place-items-center rounded-lg bg-tint text-on-tint">
                    <Icon aria-hidden="true" className="size-5" />
                  </span>
                  <h3 className="mt-4 text-base font-semibold">{title}</h3>
                  <p className="mt-1 text-muted text-pretty">{text}</p>
                </li>
              ))}
            </ul>
          </div>
        </section>
        <section className="mx-auto max-w-2xl px-5 py-20 text-center sm:px-8">
          <h2 className="text-3xl font-semibold">Let the next meeting find its own time</h2>
          <p className="mt-3 text-muted">Sign in with Google, say when you are free, and send the link.</p>
          <Link to={paths.signIn} className={`mt-7 ${buttonClass({ variant: 'primary', size: 'lg' })}`}>
            Start Scheduling Today
          </Link>
        </section>
      </main>
      <footer className="border-t border-line px-5 py-6 text-center text-xs text-muted">
        {copyright(useNow())}
      </footer>
    </div>
  )
}
