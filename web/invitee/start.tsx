import './older-browsers.ts'
import type { ReactNode } from 'react'
import { hydrateRoot } from 'react-dom/client'
import type { PublicPage } from '../../contract/pages/page-data.ts'
import { addZones } from '../data/time-zones.ts'
import { repeatEarlyClicks } from './early-clicks.ts'
import { changeQuery } from './change-query.ts'
import { pageDataOf } from './own-page.ts'
import { PageFrame } from './page-frame.tsx'
import { startViewer } from './viewer.ts'
import { leaveCompositionKeys } from '../ui/composition-keys.ts'
// One style sheet for all pages; later files win.
import '../fields/field-form.css'
import './confirmation/confirmation.css'
import './confirmation/modal.css'
import '../ui/theme.css'
import '../ui/light-only.css'
import '../ui/fonts.css'
import '../ui/sandbox-banner.css'
import './page.css'
import './booking/booking-page.css'
import './booking/booking-form.css'
import './booking/times.css'
import './host-avatar.css'
import './host-events.css'
import '../ui/forced-colors.css'

/** Takes over the page that the server rendered. `contentOf` renders the kinds of pages that an entry is for. */
export function startPage(contentOf: (page: PublicPage) => ReactNode): void {
  const page = pageDataOf(document)
  addZones(page.zones)
  startViewer(page.viewer, takeLinkedZone(page))
  leaveCompositionKeys()
  hydrateRoot(document.getElementById('root')!, <PageFrame>{contentOf(page)}</PageFrame>)
  void repeatEarlyClicks()
}

/** The zone in a link to a booking page. A reload keeps what was chosen since, so it leaves the address. */
function takeLinkedZone(page: PublicPage): string | null {
  // People may write Etc/GMT+3 as it is.
  const zone = new URLSearchParams(location.search.replaceAll('+', '%2B')).get('timezone')
  if (page.kind !== 'booking' || page.booking !== null || !zone) return null
  changeQuery('timezone', null)
  return zone
}
