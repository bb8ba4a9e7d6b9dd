import { OtherPage } from './other-page.tsx'
import { startPage } from './start.tsx'

startPage((page) => page.kind !== 'booking' && <OtherPage page={page} />)
