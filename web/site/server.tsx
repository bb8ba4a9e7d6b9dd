import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import type { SitePage, SitePageRenderer } from '../../contract/pages/page-data.ts'
import { pages, type SitePageName } from '../../contract/pages/pages.ts'
import { ExtensionPage, extensionDescription } from './extension/extension-page.tsx'
import { FeaturesPage, featuresDescription } from './features/features-page.tsx'
import { LandingPage, landingDescription } from './landing/landing-page.tsx'
import { PrivacyPage, privacyDescription } from './legal/privacy-page.tsx'
import { TermsPage, termsDescription } from './legal/terms-page.tsx'
import { PricingPage, pricingDescription } from './pricing/pricing-page.tsx'
import { SiteFrame } from './site-frame.tsx'

interface SiteContent {
  description: string
  Content: (page: Pick<SitePage, 'operator'>) => ReactNode
}

const site: Record<SitePageName, SiteContent> = {
  landing: { description: landingDescription, Content: LandingPage },
  pricing: { description: pricingDescription, Content: PricingPage },
  features: { description: featuresDescription, Content: FeaturesPage },
  extension: { description: extensionDescription, Content: ExtensionPage },
  privacy: { description: privacyDescription, Content: PrivacyPage },
  terms: { description: termsDescription, Content: TermsPage },
}

export const render: SitePageRenderer['render'] = (page) => {
  const { description, Content } = site[page.kind]
  const html = renderToStaticMarkup(
    <SiteFrame page={page}>
      <Content operator={page.operator} />
    </SiteFrame>,
  )
  return { title: pages[page.kind].title, description, html }
}
