import type { Viewer } from '../../contract/time/viewer.ts'

/** Emails are in English, with the recipient's zone and clock. */
export const mailViewer = (timeZone: string, hour12: boolean | null): Viewer => ({
  locale: 'en-US',
  timeZone,
  hour12,
})
