import type { ReactNode } from 'react'
import { renderToStaticMarkup, renderToString } from 'react-dom/server'
import type { PublicPageRenderer, SitePageKind } from '../../contract/pages.ts'
import { FeaturesPage, featuresTexts } from '../features/features-page.tsx'
import { LandingPage, landingTexts } from '../landing/landing-page.tsx'
import { PricingPage, pricingTexts } from '../pricing/pricing-page.tsx'
import { SiteFrame } from '../site/site-frame.tsx'
import { descriptionOf, Page, titleOf } from './page.tsx'

export const render: PublicPageRenderer['render'] = (page) => ({
  title: titleOf(page),
  description: descriptionOf(page),
  html: renderToString(<Page page={page} />),
})

interface SiteContent {
  texts: { title: string; description: string }
  Content: () => ReactNode
}

const site: Record<SitePageKind, SiteContent> = {
  landing: { texts: landingTexts, Content: LandingPage },
  pricing: { texts: pricingTexts, Content: PricingPage },
  features: { texts: featuresTexts, Content: FeaturesPage },
}

export const renderSite: PublicPageRenderer['renderSite'] = (page) => {
  const { texts, Content } = site[page.kind]
  const html = renderToStaticMarkup(
    <SiteFrame page={page}>
      <Content />
    </SiteFrame>,
  )
  return { ...texts, html }
}
