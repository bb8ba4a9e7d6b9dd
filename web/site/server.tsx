import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import type { SitePageKind, SitePageRenderer } from '../../contract/pages.ts'
import { FeaturesPage, featuresTexts } from './features/features-page.tsx'
import { LandingPage, landingTexts } from './landing/landing-page.tsx'
import { PricingPage, pricingTexts } from './pricing/pricing-page.tsx'
import { SiteFrame } from './site-frame.tsx'

interface SiteContent {
  texts: { title: string; description: string }
  Content: () => ReactNode
}

const site: Record<SitePageKind, SiteContent> = {
  landing: { texts: landingTexts, Content: LandingPage },
  pricing: { texts: pricingTexts, Content: PricingPage },
  features: { texts: featuresTexts, Content: FeaturesPage },
}

export const render: SitePageRenderer['render'] = (page) => {
  const { texts, Content } = site[page.kind]
  const html = renderToStaticMarkup(
    <SiteFrame page={page}>
      <Content />
    </SiteFrame>,
  )
  return { ...texts, html }
}
