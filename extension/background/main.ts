import { CallFailed } from '../../contract/api/client.ts'
import { isCallName } from '../calls.ts'
import { findBookingId } from '../calendar/links.ts'
import type { CalendarMessage, CallMessage, PageMessage, Reply } from '../messages.ts'
import { permissionFor } from '../server-address.ts'
import { CALENDAR, readConnection } from '../stored.ts'
import { saveOrKeep } from '../unsaved-notes.ts'
import { call } from './call.ts'
import { connect, disconnect, followTab } from './connect.ts'

// Listeners are added synchronously, so that the browser finds them when it starts this script for an event.

chrome.runtime.onMessage.addListener(
  (message: PageMessage | CalendarMessage, sender, reply: (answer: Reply) => void) => {
    answer(message, sender).then(
      (result) => reply({ ok: true, answer: result }),
      (error: unknown) => reply(failure(error)),
    )
    return true
  },
)

chrome.tabs.onUpdated.addListener((tabId, { url }) => {
  if (url !== undefined) void followTab(tabId, url)
})

chrome.runtime.onInstalled.addListener(({ reason }) => {
  if (reason === 'install') void chrome.runtime.openOptionsPage()
})

// Content scripts have no need for the token. Firefox doesn't know this setting.
void chrome.storage.local.setAccessLevel?.({ accessLevel: 'TRUSTED_CONTEXTS' })

async function answer(
  message: PageMessage | CalendarMessage,
  sender: chrome.runtime.MessageSender,
): Promise<unknown> {
  if (message.kind === 'findBooking') return findBooking(message.links)
  if (message.kind === 'reportCalendar')
    return chrome.storage.session.set({ [CALENDAR]: message.isRecognized })
  if (!sender.url?.startsWith(chrome.runtime.getURL(''))) throw new Error('Unknown sender')
  switch (message.kind) {
    case 'call':
      if (!isCallName(message.name)) throw new Error('Unknown call')
      return callFor(message)
    case 'connect':
      return connect(message.origin)
    case 'disconnect':
      return disconnect()
    case 'isAllowed':
      return chrome.permissions.contains({ origins: [permissionFor(message.origin)] })
    case 'openOptions':
      return chrome.runtime.openOptionsPage()
  }
}

function callFor({ name, request, notes }: CallMessage): Promise<unknown> {
  const send = () => call(name, request)
  return notes ? saveOrKeep(notes.bookingId, notes.unsaved, send) : send()
}

/** Starts to load the booking, so that the panel has it sooner. */
async function findBooking(links: readonly string[]): Promise<string | null> {
  const connection = await readConnection()
  const id = connection && findBookingId(links, connection.origin)
  if (id) void call('getBooking', { params: { id } }).catch(() => undefined)
  return id
}

function failure(error: unknown): Reply {
  if (error instanceof CallFailed)
    return { ok: false, status: error.status, code: error.code, message: error.message }
  return { ok: false, status: 0, code: null, message: error instanceof Error ? error.message : String(error) }
}
