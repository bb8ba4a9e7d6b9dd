import { DELETE_CONFIRMATION } from '../../../contract/account.ts'
import { api, SessionExpired } from './api.ts'
import { download } from './download.ts'
import { toasts } from '../toasts.ts'

/** Downloads everything in the account. `date` names the file. */
export async function exportAccount(date: string): Promise<void> {
  try {
    download(await api.exportAccount(), `boomtime-${date}.zip`)
  } catch (error) {
    if (!(error instanceof SessionExpired)) toasts.accountNotExported()
  }
}

/** Closes the account. Returns when it will be removed (ISO), null if that failed. */
export async function deleteAccount(): Promise<string | null> {
  try {
    return (await api.deleteAccount({ body: { confirmation: DELETE_CONFIRMATION } })).removedOn
  } catch (error) {
    if (!(error instanceof SessionExpired)) toasts.accountNotDeleted()
    return null
  }
}
