import { renderToStaticMarkup, renderToString } from 'react-dom/server'
import type { PublicPageRenderer } from '../../contract/pages.ts'
import { LandingPage, landingTexts } from '../landing/landing-page.tsx'
import { descriptionOf, Page, titleOf } from './page.tsx'

export const render: PublicPageRenderer['render'] = (page) => ({
  title: titleOf(page),
  description: descriptionOf(page),
  html: renderToString(<Page page={page} />),
})

export const renderSite: PublicPageRenderer['renderSite'] = ({ copyright }) => ({
  ...landingTexts,
  html: renderToStaticMarkup(<LandingPage copyright={copyright} />),
})
