import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { Plus } from 'lucide-react'
import { pages, paths } from '../../../../contract/pages/pages.ts'
import { labelsQuery } from '../../data/label-calls.ts'
import { withKnownLabels } from '../../data/label-list.ts'
import { OwnerSwitch } from '../../parts/sharing/owner-switch.tsx'
import { usePageTitle } from '../../parts/use-page-title.ts'
import { buttonClass } from '../../../ui/button.tsx'
import { PageHeader } from '../../../ui/page-header.tsx'
import { EventList } from './event-list.tsx'
import { FilterCard } from './filter-card.tsx'
import { eventsSearch } from './filters.ts'
import { SharedEvents } from './shared-events.tsx'

const route = getRouteApi('/shell/events')

export function EventsScreen() {
  usePageTitle(pages.events.title)
  const search = useSearch()
  const isShared = search.shared === 'true'
  const navigate = route.useNavigate()
  return (
    <>
      <PageHeader
        title="Manage Your Events"
        description={
          isShared
            ? 'Events that others share with you.'
            : 'Share links, pause booking, and archive events you no longer need.'
        }
        action={
          <Link to={paths.createEvent} className={buttonClass({ variant: 'primary' })}>
            <Plus aria-hidden="true" />
            New Event
          </Link>
        }
      />
      <OwnerSwitch
        what="events"
        isShared={isShared}
        onChange={(toShared) =>
          void navigate({ search: toShared ? { shared: 'true' } : {}, resetScroll: false })
        }
      />
      {isShared ? (
        <SharedEvents />
      ) : (
        <>
          <FilterCard
            search={search}
            onChange={(change) =>
              void navigate({
                search: (current) => ({ ...eventsSearch(current), ...change }),
                replace: true,
                resetScroll: false,
              })
            }
          />
          <EventList
            search={search}
            onPage={(page) =>
              void navigate({ search: { ...search, page: page === 1 ? undefined : String(page) } })
            }
          />
        </>
      )}
    </>
  )
}

function useSearch() {
  const { data: labels } = useQuery(labelsQuery)
  // The router passes other query parameters too.
  return withKnownLabels(eventsSearch(route.useSearch()), labels)
}
