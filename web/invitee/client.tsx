import { openAsHost } from './open-as-host.ts'
import { OtherPage } from './other-page.tsx'
import { startPage } from './start.tsx'

if (!(await openAsHost())) startPage((page) => page.kind !== 'booking' && <OtherPage page={page} />)
