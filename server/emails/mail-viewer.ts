import type { Viewer } from '../../contract/viewer.ts'

/** Mails are in English; zone and clock are the reader's. */
export const mailViewer = (timeZone: string, hour12: boolean | null): Viewer => ({
  locale: 'en-US',
  timeZone,
  hour12,
})
