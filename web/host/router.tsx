import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Outlet,
} from '@tanstack/react-router'
import { useEffect } from 'react'
import { analyticsSearch } from './screens/analytics/filters.ts'
import { AuthCallbackScreen } from './screens/auth-callback/auth-callback-screen.tsx'
import { intervalSearch } from './screens/billing/interval-search.ts'
import { bookingsSearch } from './parts/bookings-search.ts'
import { calendarSearch } from './screens/calendar/shown-days.ts'
import { collectionsSearch } from './screens/custom-fields/filters.ts'
import { takeRestored } from './data/session-storage.ts'
import { copySearch, eventsSearch } from './screens/events/filters.ts'
import { ErrorScreen } from './parts/error-screen.tsx'
import { lazyLoad } from './parts/lazy-load.ts'
import { SignInScreen } from './screens/sign-in/sign-in-screen.tsx'
import { paths } from '../../contract/pages/pages.ts'
import { Toasts } from '../ui/toasts.tsx'
import { useTheme } from './parts/theme.ts'
import { toasts } from './data/toasts.ts'
import { FullPageSpinner, LoadingPage } from '../ui/spinner.tsx'

function Root() {
  // Effects run from the inside out, so the toasts below are ready to show it.
  useEffect(() => {
    if (takeRestored()) toasts.accountRestored()
  }, [])
  return (
    <>
      <Outlet />
      <Toasts theme={useTheme()} />
    </>
  )
}

const editorScreens = lazyLoad(() => import('./screens/event-editor/event-editor-screens.tsx'))
const collectionScreens = lazyLoad(() => import('./screens/custom-fields/collection-editor-screens.tsx'))
const scheduleScreens = lazyLoad(() => import('./screens/availability/schedule-screens.tsx'))
const afterPaymentScreens = lazyLoad(() => import('./screens/billing/after-payment-screens.tsx'))

const root = createRootRoute({
  component: Root,
  notFoundComponent: lazyRouteComponent(
    lazyLoad(() => import('./screens/not-found/not-found-screen.tsx')),
    'NotFoundScreen',
  ),
})

// The pages without a session come with the app, so that they don't load what the screens behind it share.
const signIn = createRoute({
  getParentRoute: () => root,
  path: paths.signIn,
  component: SignInScreen,
})
const authCallback = createRoute({
  getParentRoute: () => root,
  path: paths.authCallback,
  component: AuthCallbackScreen,
})

const shell = createRoute({
  getParentRoute: () => root,
  id: 'shell',
  component: lazyRouteComponent(
    lazyLoad(() => import('./parts/shell/shell.tsx')),
    'Shell',
  ),
  pendingComponent: LoadingPage,
})
const dashboard = createRoute({
  getParentRoute: () => shell,
  path: paths.dashboard,
  component: lazyRouteComponent(
    lazyLoad(() => import('./screens/dashboard/dashboard-screen.tsx')),
    'DashboardScreen',
  ),
})
const events = createRoute({
  getParentRoute: () => shell,
  path: paths.events,
  validateSearch: eventsSearch,
  component: lazyRouteComponent(
    lazyLoad(() => import('./screens/events/events-screen.tsx')),
    'EventsScreen',
  ),
})
const createEvent = createRoute({
  getParentRoute: () => shell,
  path: paths.createEvent,
  validateSearch: copySearch,
  component: lazyRouteComponent(editorScreens, 'CreateEventScreen'),
})
const editEvent = createRoute({
  getParentRoute: () => shell,
  path: paths.editEvent,
  component: lazyRouteComponent(editorScreens, 'EditEventScreen'),
})
const bookings = createRoute({
  getParentRoute: () => shell,
  path: paths.bookings,
  validateSearch: bookingsSearch,
  component: lazyRouteComponent(
    lazyLoad(() => import('./screens/bookings/bookings-screen.tsx')),
    'BookingsScreen',
  ),
})
const zoneChanges = createRoute({
  getParentRoute: () => shell,
  path: paths.zoneChanges,
  component: lazyRouteComponent(
    lazyLoad(() => import('./screens/zone-changes/zone-changes-screen.tsx')),
    'ZoneChangesScreen',
  ),
})
const customFields = createRoute({
  getParentRoute: () => shell,
  path: paths.customFields,
  validateSearch: collectionsSearch,
  component: lazyRouteComponent(
    lazyLoad(() => import('./screens/custom-fields/collections-screen.tsx')),
    'CollectionsScreen',
  ),
})
const createCollection = createRoute({
  getParentRoute: () => shell,
  path: paths.createCollection,
  component: lazyRouteComponent(collectionScreens, 'CreateCollectionScreen'),
})
const editCollection = createRoute({
  getParentRoute: () => shell,
  path: paths.editCollection,
  component: lazyRouteComponent(collectionScreens, 'EditCollectionScreen'),
})

const analytics = createRoute({
  getParentRoute: () => shell,
  path: paths.analytics,
  validateSearch: analyticsSearch,
  component: lazyRouteComponent(
    lazyLoad(() => import('./screens/analytics/analytics-screen.tsx')),
    'AnalyticsScreen',
  ),
})
const calendar = createRoute({
  getParentRoute: () => shell,
  path: paths.calendar,
  validateSearch: calendarSearch,
  component: lazyRouteComponent(
    lazyLoad(() => import('./screens/calendar/calendar-screen.tsx')),
    'CalendarScreen',
  ),
})
const availability = createRoute({
  getParentRoute: () => shell,
  path: paths.availability,
  component: lazyRouteComponent(
    lazyLoad(() => import('./screens/availability/availability-screen.tsx')),
    'AvailabilityScreen',
  ),
})
const createSchedule = createRoute({
  getParentRoute: () => shell,
  path: paths.createSchedule,
  component: lazyRouteComponent(scheduleScreens, 'CreateScheduleScreen'),
})
const editSchedule = createRoute({
  getParentRoute: () => shell,
  path: paths.editSchedule,
  component: lazyRouteComponent(scheduleScreens, 'EditScheduleScreen'),
})
const settings = createRoute({
  getParentRoute: () => shell,
  path: paths.settings,
  component: lazyRouteComponent(
    lazyLoad(() => import('./screens/settings/settings-screen.tsx')),
    'SettingsScreen',
  ),
})
const authorize = createRoute({
  getParentRoute: () => shell,
  path: paths.authorize,
  component: lazyRouteComponent(
    lazyLoad(() => import('./screens/extension/authorize-screen.tsx')),
    'AuthorizeScreen',
  ),
})
const extensionConnected = createRoute({
  getParentRoute: () => shell,
  path: paths.extensionConnected,
  component: lazyRouteComponent(
    lazyLoad(() => import('./screens/extension/connected-screen.tsx')),
    'ExtensionConnectedScreen',
  ),
})
const profile = createRoute({
  getParentRoute: () => shell,
  path: paths.profile,
  component: lazyRouteComponent(
    lazyLoad(() => import('./screens/profile/profile-screen.tsx')),
    'ProfileScreen',
  ),
})
const help = createRoute({
  getParentRoute: () => shell,
  path: paths.help,
  component: lazyRouteComponent(
    lazyLoad(() => import('./screens/help/help-screen.tsx')),
    'HelpScreen',
  ),
})
const faq = createRoute({
  getParentRoute: () => shell,
  path: paths.faq,
  component: lazyRouteComponent(
    lazyLoad(() => import('./screens/faq/faq-screen.tsx')),
    'FaqScreen',
  ),
})
const subscription = createRoute({
  getParentRoute: () => shell,
  path: paths.subscription,
  validateSearch: intervalSearch,
  component: lazyRouteComponent(
    lazyLoad(() => import('./screens/billing/subscription-screen.tsx')),
    'SubscriptionScreen',
  ),
})
const subscriptionSuccess = createRoute({
  getParentRoute: () => shell,
  path: paths.subscriptionSuccess,
  component: lazyRouteComponent(afterPaymentScreens, 'SubscriptionSuccessScreen'),
})
const subscriptionIntent = createRoute({
  getParentRoute: () => shell,
  path: paths.subscriptionIntent,
  component: lazyRouteComponent(afterPaymentScreens, 'SubscriptionIntentScreen'),
})
const subscriptionCancel = createRoute({
  getParentRoute: () => shell,
  path: paths.subscriptionCancel,
  validateSearch: intervalSearch,
  component: lazyRouteComponent(afterPaymentScreens, 'SubscriptionCancelScreen'),
})

export const router = createRouter({
  routeTree: root.addChildren([
    signIn,
    authCallback,
    shell.addChildren([
      dashboard,
      events,
      createEvent,
      editEvent,
      bookings,
      zoneChanges,
      customFields,
      createCollection,
      editCollection,
      analytics,
      calendar,
      availability,
      createSchedule,
      editSchedule,
      settings,
      authorize,
      extensionConnected,
      profile,
      help,
      faq,
      subscription,
      subscriptionSuccess,
      subscriptionIntent,
      subscriptionCancel,
    ]),
  ]),
  // Parameters stay plain text in both directions. The router's default parser would turn a code or token
  // that looks like a number into one.
  parseSearch: (search) => Object.fromEntries(new URLSearchParams(search)),
  stringifySearch: (search) => {
    const given = Object.entries(search).flatMap(([key, value]) =>
      value === undefined ? [] : [[key, String(value)]],
    )
    const text = new URLSearchParams(given).toString()
    return text && `?${text}`
  },
  defaultPendingComponent: FullPageSpinner,
  defaultPendingMs: 300,
  defaultPreload: 'intent',
  defaultErrorComponent: ErrorScreen,
  scrollRestoration: true,
})

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}
