import { bookingPath, confirmationPath, stopEmailsPath, updatePath } from './page-paths.ts'
import { product } from '../product.ts'

/** A tab's title, with the screen first because tabs are narrow. */
export const tabTitle = (screen: string) => `${screen} · ${product.name}`

/** A screen of the host's app, which has one document and a router in the browser. */
const host = <Path extends string>(path: Path, title: string, isIndexable = false) =>
  ({ path, title: tabTitle(title), servedBy: 'host', isIndexable }) as const

/** A marketing page, rendered by the server with very little script. */
const site = <Path extends string>(path: Path, title: string) =>
  ({ path, title, servedBy: 'site', isIndexable: true }) as const

/** A page that needs no sign-in; its title depends on what it shows. */
const invitee = <Path extends string>(path: Path, isIndexable: boolean) =>
  ({ path, title: null, servedBy: 'invitee', isIndexable }) as const

/** All pages; any other URL is a 404. `$name` is a path parameter. */
export const pages = {
  landing: site('/', `${product.name}: scheduling with one link`),
  pricing: site('/pricing', tabTitle('Pricing')),
  features: site('/features', tabTitle('Features')),
  extension: site('/extension', tabTitle('Browser extension')),
  privacy: site('/privacy', tabTitle('Privacy policy')),
  terms: site('/terms', tabTitle('Terms of service')),

  booking: invitee(bookingPath('$bookingUrlId'), true),
  updateBooking: invitee(updatePath('$bookingUrlId', '$bookingId'), false),
  confirmation: invitee(confirmationPath('$bookingId'), false),
  eventNotFound: invitee('/event-not-found', false),
  eventNotAccepting: invitee('/event-not-accepting', false),
  stopEmails: invitee(stopEmailsPath('$token'), false),
  /** Where Google returns to after an invitee let the booking page read when they are busy. */
  calendarCheck: invitee('/calendar-check', false),

  /** The listed events of the host with this handle. */
  hostEvents: invitee('/$handle', true),
  namedBooking: invitee('/$handle/$slug', true),

  signIn: host('/signin', 'Sign In', true),
  authCallback: host('/auth/callback', 'Signing in'),
  dashboard: host('/dashboard', 'Dashboard'),
  events: host('/events', 'Events'),
  createEvent: host('/events/create', 'Create Event'),
  editEvent: host('/events/edit/$eventId', 'Edit Event'),
  bookings: host('/bookings', 'Bookings'),
  zoneChanges: host('/bookings/time-zone-changes', 'Time zone changes'),
  customFields: host('/custom-fields', 'Custom Fields'),
  createCollection: host('/custom-fields/create', 'Create Collection'),
  editCollection: host('/custom-fields/edit/$collectionId', 'Edit Collection'),
  analytics: host('/analytics', 'Analytics'),
  calendar: host('/calendar', 'Calendar'),
  availability: host('/availability', 'Availability'),
  createSchedule: host('/availability/create', 'Create Schedule'),
  editSchedule: host('/availability/$scheduleId', 'Edit Schedule'),
  settings: host('/settings', 'Settings'),
  authorize: host('/oauth/authorize', 'Connect the extension'),
  extensionConnected: host('/extension/connected', 'Extension'),
  profile: host('/profile', 'Profile'),
  help: host('/help', 'Help'),
  faq: host('/faq', 'FAQ'),
  subscription: host('/subscription', 'Subscription'),
  subscriptionSuccess: host('/subscription/success', 'Thank you'),
  subscriptionIntent: host('/subscription/intent', 'Subscription status'),
  subscriptionCancel: host('/subscription/cancel', 'Subscription Cancelled'),
} as const

type Pages = typeof pages
export type PageName = keyof Pages
type PageOf<Bundle> = { [Name in PageName]: Pages[Name]['servedBy'] extends Bundle ? Name : never }[PageName]
export type SitePageName = PageOf<'site'>

/** The names of a bundle's pages, in the order above. */
export const pagesOf = <Bundle extends Pages[PageName]['servedBy']>(bundle: Bundle) =>
  (Object.keys(pages) as PageName[]).filter((name) => pages[name].servedBy === bundle) as PageOf<Bundle>[]

/** The path of each page, for links between pages. */
export const paths = Object.fromEntries(Object.entries(pages).map(([name, { path }]) => [name, path])) as {
  readonly [Name in PageName]: Pages[Name]['path']
}

/** Where people get the extension: its store, or our instructions until it is there. */
export const extensionLink: string = product.extensionUrl || paths.extension

/** The section of the settings with the connected calendars. */
export const CALENDARS_SECTION = 'calendars'
export const calendarsPath = `${paths.settings}#${CALENDARS_SECTION}`
