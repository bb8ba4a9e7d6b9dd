import { DAY } from '../../availability/units.ts'
import { bookingPath } from '../pages/page-paths.ts'
import { paths } from '../pages/pages.ts'

/**
 * An event's link can have names that people can read: `/maya/intro-call` has a handle, which only one host of an
 * installation has, and a slug, which only one event of that host has.
 */
export const nameLimits = { min: 3, max: 40 } as const

/**
 * How long only the host or event that gave up a name can take it back. Links with it keep working even longer, until
 * it is taken.
 */
export const NAME_KEPT_MS = 365 * DAY

/** Old ones included, which nobody else can take for a year. */
export const maxNames = { handles: 10, slugs: 20 } as const

const NAME = /^[a-z0-9](?:[a-z0-9-]*[a-z0-9])?$/

export const nameMessages = {
  shape: 'Use lowercase letters, digits, and hyphens, starting and ending with a letter or digit',
  length: `Use ${nameLimits.min} to ${nameLimits.max} characters`,
  reserved: 'This name is reserved. Choose another one.',
  tooManyHandles: `You’ve had ${maxNames.handles} names, and old links have them all. Choose one of them.`,
  tooManySlugs: `This event has had ${maxNames.slugs} names, and old links have them all. Choose one of them.`,
  handleTaken: 'Somebody else uses this name. Choose another one.',
  slugTaken: (title: string) => `Your event “${title}” uses this name. Choose another one.`,
  slugKept: (title: string) =>
    `Old links of your event “${title}” have this name, so other events can’t use it for a year. Choose another one.`,
} as const

/** First path segments that are ours but no page's, and some that we may need. */
const others = [
  'about account admin analytics api app assets blog book calendar contact docs downloads healthz legal links login logout',
  'mail metrics oauth photos public-assets readyz sandbox search security signup status support team teams undecodable users webhooks www',
].flatMap((line) => line.split(' '))

/** No handle, because the path is ours. */
export const reservedHandles: ReadonlySet<string> = new Set([
  ...Object.values(paths).map((path) => path.split('/')[1]!),
  ...others,
])

/** Why a name can't be a handle or a slug; null if it can. */
export function nameError(name: string, kind: 'handle' | 'slug'): string | null {
  if (name.length < nameLimits.min || name.length > nameLimits.max) return nameMessages.length
  if (!NAME.test(name)) return nameMessages.shape
  return kind === 'handle' && reservedHandles.has(name) ? nameMessages.reserved : null
}

/** A name made of a text, such as `intro-call` for `Intro Call!`; empty if that is too short. */
export function nameFrom(text: string): string {
  const name = text
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-+|-+$/g, '')
    .slice(0, nameLimits.max)
    .replace(/-+$/, '')
  return name.length < nameLimits.min ? '' : name
}

/** The path of an event that its host shares: readable if both names are set. */
export const publicPath = (
  bookingUrlId: string,
  { handle, slug }: { handle: string | null; slug: string | null },
) => (handle === null || slug === null ? bookingPath(bookingUrlId) : `/${handle}/${slug}`)
