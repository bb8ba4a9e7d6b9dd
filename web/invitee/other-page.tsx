import type { PublicPage } from '../../contract/pages/page-data.ts'
import { ConfirmationPage } from './confirmation/confirmation-page.tsx'
import { HostEventsPage } from './host-events-page.tsx'
import { MessagePage } from './message-page.tsx'
import { StopEmailsPage } from './stop-emails-page.tsx'

/**
 * Any page but the booking page, which has a bundle of its own because it is opened by people who see us for the first
 * time.
 */
export function OtherPage({ page }: { page: Exclude<PublicPage, { kind: 'booking' }> }) {
  switch (page.kind) {
    case 'confirmation':
      return <ConfirmationPage page={page} />
    case 'stopEmails':
      return <StopEmailsPage {...page} />
    case 'hostEvents':
      return <HostEventsPage {...page} />
    case 'message':
      return <MessagePage {...page} />
  }
}
