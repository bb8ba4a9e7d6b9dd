import { type AnyRequest, CallFailed } from '../../contract/api/client.ts'
import { notesKey } from '../stored.ts'

/**
 * Saves a booking's private notes. If they can't be saved now, they are kept until the browser closes, because the page
 * where they were typed may close before: their fields show them again and save them. Each request has all of a page's
 * unsaved notes.
 */
export async function saveOrKeep<Saved>(request: AnyRequest, save: () => Promise<Saved>): Promise<Saved> {
  const { session } = chrome.storage
  const key = notesKey(String(request.params?.['id']))
  try {
    const saved = await save()
    await session.remove(key)
    return saved
  } catch (error) {
    const { customFieldsCollections } = request.body as { customFieldsCollections: unknown }
    // The browser may have no room left.
    if (canBeSavedLater(error)) await session.set({ [key]: customFieldsCollections }).catch(() => undefined)
    throw error
  }
}

/** Unless the server refused the notes themselves. */
const canBeSavedLater = (error: unknown) =>
  !(error instanceof CallFailed) ||
  error.status < 400 ||
  error.status >= 500 ||
  [401, 429].includes(error.status)
