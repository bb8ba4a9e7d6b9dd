import { renderToString } from 'react-dom/server'
import type { PublicPageRenderer } from '../../contract/pages.ts'
import { Page, titleOf } from './page.tsx'

export const render: PublicPageRenderer['render'] = (page) => ({
  title: titleOf(page),
  html: renderToString(<Page page={page} />),
})
