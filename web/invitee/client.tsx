import { openAsHost } from './open-as-host.ts'
import { openLostBooking } from './open-lost-booking.ts'
import { OtherPage } from './other-page.tsx'
import { startPage } from './start.tsx'

// A top-level await would split the style sheet, whose order counts.
void openAsHost().then((isOpen) => {
  if (isOpen) return
  startPage((page) => page.kind !== 'booking' && <OtherPage page={page} />)
  void openLostBooking()
})
