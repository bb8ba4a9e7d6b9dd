import { type ReactNode, StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { loadStored } from '../stored.ts'

/** Draws a page of the extension once it knows what is stored, so that the first picture is complete. */
export async function start(page: ReactNode): Promise<void> {
  await loadStored()
  createRoot(document.getElementById('root')!).render(<StrictMode>{page}</StrictMode>)
}
