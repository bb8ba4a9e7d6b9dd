import { type ShareRole, shareRoleLabels } from '../../contract/events/event-shares.ts'
import { isolated } from '../../contract/isolated.ts'
import { paths } from '../../contract/pages/pages.ts'
import { plainLine } from '../../contract/plain-text.ts'
import { product } from '../../contract/product.ts'
import type { MailContent } from './mail-wording.ts'
import type { QueuedShareMail } from '../jobs/queued-mail.ts'

interface ShareMailInput extends Pick<QueuedShareMail, 'what' | 'id'> {
  /** Of the event or the collection. */
  name: string
  /** Null for a collection. */
  role: ShareRole | null
  host: { name: string; email: string }
  /** Whom it is shared with. */
  email: string
  hasAccount: boolean
  publicUrl: string
  stopUrl: string
}

/** What a role allows, for the person who gets it. */
const roleTexts: Record<ShareRole, string> = {
  view: 'You can see answers and private notes, and fill in the notes.',
  manage: 'You can see answers and private notes, fill in the notes, and move and cancel bookings.',
}

/** Writes the email about something that is shared with somebody. */
export function shareMailContent(input: ShareMailInput): MailContent {
  const { what, name, role, host, email, hasAccount, publicUrl } = input
  const sharer = isolated(plainLine(host.name))
  const allowed = role === null ? 'You can use it in your events and edit it.' : roleTexts[role]
  const [thing, it] =
    what === 'event' ? ['the bookings of this event', 'them'] : ['this custom fields collection', 'it']
  return {
    subject: `Shared with you: ${isolated(plainLine(name))}, by ${sharer}`,
    preview: allowed,
    tone: 'good',
    badge: 'Shared with you',
    heading: name,
    lead: hasAccount
      ? `${sharer} shared ${thing} with you. You’ll find ${it} in your ${product.name} account for ${email}.`
      : `${sharer} shared ${thing} with you on ${product.name}. To see ${it}, sign in with the Google account for ${email}.`,
    when: null,
    quote: null,
    rows: [
      { id: 'host', label: 'Shared by', text: host.name },
      { id: 'email', label: 'Email', text: '', link: { text: host.email, url: `mailto:${host.email}` } },
      ...(role === null ? [] : [{ id: 'role', label: 'Your role', text: shareRoleLabels[role] }]),
    ],
    about: hasAccount ? allowed : `${allowed}\n\n${whereToFind(what)}`,
    answers: [],
    actions: [
      hasAccount ? linkTo(input) : { label: 'Sign in with Google', url: `${publicUrl}${paths.signIn}` },
    ],
    why: `You’re receiving this because ${host.email} shared ${what === 'event' ? 'an event' : 'a collection'} with this address. If you weren’t expecting it, you can ignore this email.`,
    stopUrl: input.stopUrl,
  }
}

const whereToFind = (what: QueuedShareMail['what']) =>
  what === 'event'
    ? `Your first sign-in creates your ${product.name} account. The event is then on your events screen, under “Shared with me”.`
    : `Your first sign-in creates your ${product.name} account. The collection is then on your custom fields screen.`

const linkTo = ({ what, id, publicUrl }: ShareMailInput) =>
  what === 'event'
    ? { label: 'See bookings', url: `${publicUrl}${paths.bookings}?shared=true&event_ids=${id}` }
    : { label: 'Open collection', url: publicUrl + paths.editCollection.replace('$collectionId', id) }
