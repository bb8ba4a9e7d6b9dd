import { renderToString } from 'react-dom/server'
import type { InviteePageRenderer } from '../../contract/pages/page-data.ts'
import { addZones } from '../data/time-zones.ts'
import { descriptionOf, Page, titleOf } from './page.tsx'

export const render: InviteePageRenderer['render'] = (page) => {
  addZones(page.zones)
  return {
    title: titleOf(page),
    description: descriptionOf(page),
    html: renderToString(<Page page={page} />),
  }
}
