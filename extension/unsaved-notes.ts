import { CallFailed } from '../contract/api/client.ts'
import { notesKey, readConnection, type UnsavedNotes } from './stored.ts'

/**
 * Saves notes of a booking in the background script. Those that can't be saved now are kept until the browser closes,
 * because the page where they were typed may close before: their fields show them again and save them.
 */
export async function saveOrKeep<Saved>(
  bookingId: string,
  notes: UnsavedNotes,
  save: () => Promise<Saved>,
): Promise<Saved> {
  try {
    const saved = await save()
    await forgetNotes(bookingId, Object.keys(notes))
    return saved
  } catch (error) {
    // A host who has disconnected leaves nothing behind.
    const isKept = canBeSavedLater(error) && (await readConnection()) !== null
    await (isKept ? keepNotes(bookingId, notes) : forgetNotes(bookingId, Object.keys(notes)))
    throw error
  }
}

/** How many earlier tries are remembered. */
const MAX_TRIED = 20

/** Unless the server refused the notes themselves. */
const canBeSavedLater = (error: unknown) =>
  !(error instanceof CallFailed) ||
  error.status < 400 ||
  error.status >= 500 ||
  error.code === 'invalid_token' ||
  [401, 429].includes(error.status)

async function keepNotes(bookingId: string, notes: UnsavedNotes): Promise<void> {
  const kept = await readNotes(bookingId)
  // What is stored is what the first of several tries was to replace.
  const added = Object.entries(notes).map(([key, note]) => [key, { ...note, ...earlier(kept[key]) }])
  // The browser may have no room left.
  await chrome.storage.session
    .set({ [notesKey(bookingId)]: { ...kept, ...Object.fromEntries(added) } })
    .catch(() => undefined)
}

/** An earlier try may have been saved, without an answer. */
const earlier = (kept: UnsavedNotes[string] | undefined) =>
  kept && { replaced: kept.replaced, tried: [...(kept.tried ?? []), kept.value].slice(-MAX_TRIED) }

export async function forgetNotes(bookingId: string, keys: readonly string[]): Promise<void> {
  const kept = Object.entries(await readNotes(bookingId))
  if (kept.length === 0) return
  const others = kept.filter(([key]) => !keys.includes(key))
  if (others.length > 0)
    await chrome.storage.session.set({ [notesKey(bookingId)]: Object.fromEntries(others) })
  else await chrome.storage.session.remove(notesKey(bookingId))
}

async function readNotes(bookingId: string): Promise<UnsavedNotes> {
  // Firefox gives the panel no session storage.
  const { session } = chrome.storage as Partial<typeof chrome.storage>
  const key = notesKey(bookingId)
  const { [key]: notes } = (await session?.get(key)) ?? {}
  return (notes as UnsavedNotes | undefined) ?? {}
}
