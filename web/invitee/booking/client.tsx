import { startPage } from '../start.tsx'
import { BookingPage } from './booking-page.tsx'

startPage((page) => page.kind === 'booking' && <BookingPage page={page} />)
