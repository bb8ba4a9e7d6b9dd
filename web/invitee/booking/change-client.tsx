import { startPage } from '../start.tsx'
import { BookingForm } from './booking-form.tsx'
import { BookingPage } from './booking-page.tsx'
import { noteEarlyTexts } from './early-input.ts'

noteEarlyTexts()
startPage((page) => page.kind === 'booking' && <BookingPage page={page} Form={BookingForm} />)
