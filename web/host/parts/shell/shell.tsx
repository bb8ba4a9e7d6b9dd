import { useQuery } from '@tanstack/react-query'
import { Link, Outlet, useLocation, useRouter } from '@tanstack/react-router'
import { PanelLeft } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { copyright, product } from '../../../../contract/product.ts'
import type { User } from '../../../../contract/account/user.schema.ts'
import { paths } from '../../../../contract/pages/pages.ts'
import { rememberPage } from '../../data/session-storage.ts'
import { loadUser, useSession } from '../session/session.ts'
import { settingsQuery } from '../../data/settings-calls.ts'
import { timeZonesQuery } from '../../data/time-zone-calls.ts'
import { buttonClass } from '../../../ui/button.tsx'
import { Drawer } from '../../../ui/drawer.tsx'
import { Logo } from '../../../ui/logo.tsx'
import { useNow } from '../../../ui/use-now.ts'
import { FullPageSpinner, LoadingPage } from '../../../ui/spinner.tsx'
import { PaletteButton } from '../palette/palette-button.tsx'
import { AccountMenu } from './account-menu.tsx'
import { CalendarHealthBanners } from './calendar-health-banners.tsx'
import { CalendarBanner, UnreachableBanner } from './connection-banner.tsx'
import { MissingCalendarBanners } from './missing-calendar-banners.tsx'
import { MainMenu } from './main-menu.tsx'
import { OutdatedDeviceBanner } from './outdated-device-banner.tsx'
import { useSidebar } from './sidebar-state.ts'
import { Unreachable } from './unreachable.tsx'
import { ZoneChangesBanner } from './zone-changes-banner.tsx'

/** The frame of every screen for a signed-in host. Everyone else is redirected to sign-in. */
export function Shell() {
  const session = useSession()
  switch (session.status) {
    case 'loading':
      return <LoadingPage />
    case 'signedOut':
      return <ToSignIn />
    case 'unreachable':
      return (
        <main className="grid flex-1 place-items-center">
          <Unreachable onRetry={() => void loadUser()}>Check your connection and try again.</Unreachable>
        </main>
      )
    case 'signedIn':
      // A different account starts fresh, because the screen's content isn't theirs.
      return <Frame key={session.user.id} user={session.user} isStale={session.isStale} />
  }
}

function ToSignIn() {
  const router = useRouter()
  useEffect(() => {
    // Already set if the session just expired, which stored the location.
    const { pathname, href } = router.state.location
    if (pathname !== paths.signIn) rememberPage(href)
    void router.navigate({ to: paths.signIn, replace: true, ignoreBlocker: true })
  }, [router])
  return <LoadingPage />
}

function Frame({ user, isStale }: { user: User; isStale: boolean }) {
  const { isExpanded, isDrawerOpen, toggle, closeDrawer } = useSidebar()
  const main = useFocusOnNavigation()
  // Nearly every screen shows times, which in another zone are other ones. So screens wait for both.
  const { isFetched: areSettingsKnown } = useQuery(settingsQuery)
  const timeZones = useQuery(timeZonesQuery)
  const hasTimes = useLocation().pathname !== paths.faq
  const isUnreachable = hasTimes && !timeZones.data && timeZones.isError

  function retry() {
    void timeZones.refetch()
    if (isStale) void loadUser()
  }

  return (
    <div className="flex flex-1 flex-col">
      <header className="sticky top-0 z-40 flex h-14 items-center gap-2 border-b border-line bg-surface px-1.5 sm:gap-3">
        <a
          href="#main"
          className={`${buttonClass({ variant: 'primary' })} fixed top-2 left-2 z-50 not-focus:[clip-path:inset(50%)]`}
        >
          Skip to content
        </a>
        <button
          type="button"
          aria-label="Toggle sidebar"
          aria-keyshortcuts="Control+B Meta+B"
          onClick={toggle}
          className={buttonClass({ variant: 'quiet', size: 'icon' })}
        >
          <PanelLeft aria-hidden="true" />
        </button>
        <Link to={paths.dashboard} className="min-w-0 rounded-md">
          <Logo name={product.name} credit={product.credit} />
        </Link>
        <div className="mr-1 ml-auto flex shrink-0 items-center gap-1 sm:mr-3">
          <PaletteButton />
          <AccountMenu user={user} />
        </div>
      </header>
      <div className="flex flex-1">
        <aside
          className={`hidden shrink-0 border-r border-line bg-surface transition-[width] md:block ${isExpanded ? 'w-64' : 'w-12'}`}
        >
          <div className="sticky top-14 max-h-[calc(100dvh-3.5rem)] overflow-x-hidden overflow-y-auto px-1.25 py-3">
            <MainMenu isCollapsed={!isExpanded} />
          </div>
        </aside>
        <Drawer label="Main menu" isOpen={isDrawerOpen} onClose={closeDrawer}>
          <Logo name={product.name} credit={product.credit} />
          <MainMenu isCollapsed={false} onNavigate={closeDrawer} />
        </Drawer>
        <div className="flex min-w-0 flex-1 flex-col">
          {isStale ? !isUnreachable && <UnreachableBanner /> : <CalendarBanner user={user} />}
          <CalendarHealthBanners />
          <MissingCalendarBanners />
          {timeZones.data && <OutdatedDeviceBanner key={timeZones.data.release} />}
          <ZoneChangesBanner />
          <main
            ref={main}
            id="main"
            tabIndex={-1}
            className="mx-auto w-full max-w-6xl flex-1 px-4 py-6 sm:px-8 sm:py-8"
          >
            {(timeZones.data && areSettingsKnown) || !hasTimes ? (
              <Outlet />
            ) : isUnreachable ? (
              <Unreachable isBusy={timeZones.isFetching} onRetry={retry}>
                {isStale && 'You are still signed in. '}Check your connection and try again.
              </Unreachable>
            ) : (
              <FullPageSpinner />
            )}
          </main>
          <footer className="px-4 py-5 text-center text-xs text-muted sm:px-8">{copyright(useNow())}</footer>
        </div>
      </div>
    </div>
  )
}

/** Screen readers don't announce a new screen in the same page. Moving the focus does, and resets the Tab order. */
function useFocusOnNavigation() {
  const main = useRef<HTMLElement>(null)
  const { pathname } = useLocation()
  const last = useRef(pathname)
  useEffect(() => {
    if (last.current === pathname) return
    last.current = pathname
    main.current?.focus({ preventScroll: true })
  }, [pathname])
  return main
}
