import { startPage } from '../start.tsx'
import { BookingPage } from './booking-page.tsx'
import { LaterForm, loadForm } from './later-form.tsx'

startPage((page) => page.kind === 'booking' && <BookingPage page={page} Form={LaterForm} />)
// If it fails, choosing a time tries again.
loadForm().catch(() => {})
