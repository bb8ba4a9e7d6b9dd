import type {
  CalendarConnection,
  ConnectedCalendar,
} from '../../../../contract/calendars/calendar-connections.schema.ts'

type Account = Pick<CalendarConnection, 'id' | 'name' | 'isReviewed' | 'calendars'>

const isThere = ({ missingSince }: ConnectedCalendar) => missingSince === null

/** The host's usual calendars. */
export const usualCalendars = (accounts: readonly Account[]): ConnectedCalendar[] =>
  accounts.flatMap(({ calendars }) => calendars).filter((one) => one.isChecked && isThere(one))

/** `Your usual calendars (3)` */
export const usualText = (accounts: readonly Account[] | undefined) =>
  accounts ? `Your usual calendars (${usualCalendars(accounts).length})` : 'Your usual calendars'

interface Offered {
  id: string
  name: string
  calendars: { id: string; name: string; isOn: boolean; isOwn: boolean }[]
}

interface Choice {
  chosen: readonly string[]
  /** The calendar that the event writes to, which it always checks. */
  own: string | null
}

/**
 * What an event can check, by account. Accounts that their host hasn't reviewed aren't offered, because nothing of them
 * counts yet.
 */
export function offeredCalendars(accounts: readonly Account[], { chosen, own }: Choice): Offered[] {
  return accounts
    .map(({ id, name, isReviewed, calendars }) => ({
      id,
      name,
      calendars: calendars
        .map((one) => ({ one, isOn: one.id === own || chosen.includes(one.id) }))
        .filter(({ one, isOn }) => isOn || (isReviewed && isThere(one)))
        .map(({ one, isOn }) => ({ id: one.id, name: one.name, isOn, isOwn: one.id === own })),
    }))
    .filter(({ calendars }) => calendars.length > 0)
}

/** The chosen ids that no account has anymore. */
export const goneCalendars = (accounts: readonly Account[], chosen: readonly string[]) => {
  const known = new Set(accounts.flatMap(({ calendars }) => calendars.map(({ id }) => id)))
  return chosen.filter((id) => !known.has(id))
}

/** The calendars that an event would check but that can't be read now. `chosen`: null for the usual ones. */
export function unreadableAmong(
  accounts: readonly Account[],
  { chosen, own }: { chosen: readonly string[] | null; own: string | null },
): ConnectedCalendar[] {
  return accounts
    .flatMap(({ calendars }) => calendars)
    .filter((one) => one.id === own || (chosen === null ? one.isChecked : chosen.includes(one.id)))
    .filter((one) => isThere(one) && (one.unreadableSince !== null || one.trouble !== null))
}
