import { hydrateRoot } from 'react-dom/client'
import type { PublicPageData } from '../../contract/page-data.ts'
import { addZones } from '../data/time-zones.ts'
import { Page } from './page.tsx'
import { startViewer } from './viewer.ts'
import '../ui/tokens.css'
import '../ui/fonts.css'
import '../ui/sandbox-banner.css'
import './page.css'
import './booking/booking-page.css'
import './booking/times.css'
import '../ui/forced-colors.css'

const page = JSON.parse(document.getElementById('page-data')!.textContent) as PublicPageData
addZones(page.zones)
startViewer(page.viewer)
hydrateRoot(document.getElementById('root')!, <Page page={page} />)
