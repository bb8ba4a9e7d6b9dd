import { useQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { Search } from 'lucide-react'
import { useDeferredValue, useState } from 'react'
import { Autocomplete } from 'react-aria-components/Autocomplete'
import { Header, Menu, MenuItem, MenuSection } from 'react-aria-components/Menu'
import { Dialog, Modal, ModalOverlay } from 'react-aria-components/Modal'
import { Input, SearchField } from 'react-aria-components/SearchField'
import { dayOf, formatDate } from '../../../../availability/wall-time.ts'
import { paths } from '../../../../contract/pages/pages.ts'
import { dayText, shortMomentText } from '../../../../contract/time/time-text.ts'
import { zoneTable } from '../../../../contract/time/time-zones.ts'
import { isolated } from '../../../../contract/isolated.ts'
import { copyLink, publicLink } from '../booking-link.ts'
import { toTab } from '../bookings-search.ts'
import { bookingsQuery } from '../../data/booking-calls.ts'
import { changeEvent, eventsQuery } from '../../data/event-calls.ts'
import { menuEntries } from '../menu-entries.ts'
import { useHostTime } from '../time/use-host-time.ts'
import { toasts } from '../../data/toasts.ts'
import { useNow } from '../../../ui/use-now.ts'
import { type Command, eventCommands, matching } from './commands.ts'
import { readDay } from './read-day.ts'

const MAX_PEOPLE = 5
const MIN_LETTERS = 2

/** One function for all renders, or each of them would move the focus. */
const focus = (input: HTMLInputElement | null) => input?.focus()

const otherScreens = [
  { label: 'Settings', to: paths.settings },
  { label: 'Profile', to: paths.profile },
  { label: 'Subscription', to: paths.subscription },
  { label: 'Help', to: paths.help },
  { label: 'FAQ', to: paths.faq },
]

/** Finds screens, events, people and days by what a host types. */
export function CommandPalette({ onClose }: { onClose: () => void }) {
  const [typed, setTyped] = useState('')
  const commands = useCommands(useDeferredValue(typed))
  const sections = [...Map.groupBy(commands, ({ section }) => section)]
  return (
    <ModalOverlay
      isOpen
      isDismissable
      onOpenChange={(isOpen) => {
        if (!isOpen) onClose()
      }}
      className="fixed inset-0 z-50 flex items-start justify-center overflow-y-auto bg-overlay px-4 pt-[8vh] pb-screen-keyboard"
    >
      <Modal className="w-full max-w-xl overflow-hidden rounded-xl border border-line bg-raised shadow-lg">
        <Dialog aria-label="Search and commands" className="outline-none">
          <Autocomplete inputValue={typed} onInputChange={setTyped}>
            <SearchField
              aria-label="Search screens, events, people and dates"
              className="flex items-center gap-3 border-b border-line px-4"
            >
              <Search aria-hidden="true" className="size-5 shrink-0 text-muted" />
              <Input
                ref={focus}
                placeholder="Search screens, events, people and dates"
                maxLength={200}
                className="h-13 min-w-0 flex-1 bg-transparent text-base outline-none [&::-webkit-search-cancel-button]:hidden"
              />
            </SearchField>
            <Menu
              aria-label="Commands"
              className="p-2 outline-none"
              renderEmptyState={() => (
                <p className="px-3 py-6 text-center text-muted">Nothing found. Try other words.</p>
              )}
              onAction={(key) => {
                onClose()
                commands.find(({ id }) => id === key)?.act()
              }}
            >
              {sections.map(([section, found]) => (
                <MenuSection key={section} className="not-first:mt-2">
                  <Header className="px-3 py-1.5 text-xs font-semibold text-muted">{section}</Header>
                  {found.map(({ id, label }) => (
                    <MenuItem
                      key={id}
                      id={id}
                      textValue={label}
                      className="flex min-h-9 cursor-pointer items-center rounded-md px-3 py-1.5 wrap-anywhere outline-none pointer-coarse:min-h-11 data-focused:bg-sunken"
                    >
                      {label}
                    </MenuItem>
                  ))}
                </MenuSection>
              ))}
            </Menu>
          </Autocomplete>
        </Dialog>
      </Modal>
    </ModalOverlay>
  )
}

function useCommands(typed: string): Command[] {
  const router = useRouter()
  const { data: events = [] } = useQuery(eventsQuery())
  const hasWords = typed.trim() !== ''
  const screens = [...menuEntries, ...otherScreens].map(({ label, to }): Command => ({
    id: to,
    label,
    section: 'Go to',
    ...(to === paths.createEvent && { keywords: 'new' }),
    act: () => void router.navigate({ to }),
  }))
  const ofEvents = eventCommands(events, {
    edit: ({ id: eventId }) => void router.navigate({ to: paths.editEvent, params: { eventId } }),
    copyLink: (event) => void copyLink(publicLink(event)),
    setEnabled: (event, isEnabled) =>
      void changeEvent(event, { isEnabled }, { failed: toasts.bookingStatusNotUpdated }),
  })
  return [
    ...matching(screens, typed),
    ...(hasWords ? matching(ofEvents, typed) : []),
    ...useBookings(typed.trim()),
  ]
}

/** The bookings that a day or a person has. */
function useBookings(typed: string): Command[] {
  const router = useRouter()
  const { viewer } = useHostTime()
  const today = dayOf(zoneTable(viewer.timeZone), useNow())
  const { data } = useQuery({
    ...bookingsQuery({
      booking_q: typed,
      booking_status: 'confirmed',
      event_include_disabled: 'true',
      event_include_archived: 'true',
      order_by: '-start_utc',
      items_per_page: String(MAX_PEOPLE),
    }),
    enabled: typed.length >= MIN_LETTERS,
  })
  const day = readDay(typed, today)
  const ofDay: Command[] =
    day === null
      ? []
      : [
          {
            id: 'day',
            section: 'Bookings',
            label: `Bookings on ${dayText(day, viewer, { weekday: 'long', month: 'long', day: 'numeric', year: 'numeric' })}`,
            act: () =>
              void router.navigate({
                to: paths.bookings,
                search: { ...toTab('all'), meeting_after: formatDate(day), meeting_before: formatDate(day) },
              }),
          },
        ]
  const ofPeople =
    typed.length < MIN_LETTERS
      ? []
      : (data?.bookings ?? []).map(({ id, fullName, title, startUtc }): Command => ({
          id: `booking ${id}`,
          section: 'Bookings',
          label: `${isolated(fullName)}, ${isolated(title)}, ${shortMomentText(startUtc, viewer)}`,
          act: () => void router.navigate({ to: paths.bookings, state: { openBooking: id } }),
        }))
  return [...ofDay, ...ofPeople]
}
