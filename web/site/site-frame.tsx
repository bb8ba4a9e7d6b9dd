import type { ReactNode } from 'react'
import type { SitePage } from '../../contract/pages/page-data.ts'
import { product } from '../../contract/product.ts'
import { extensionLink, paths } from '../../contract/pages/pages.ts'
import { LogoMark } from '../ui/logo.tsx'

interface SiteFrameProps {
  page: SitePage
  children: ReactNode
}

/** The frame of every marketing page. */
export function SiteFrame({ page: { kind, copyright }, children }: SiteFrameProps) {
  const isHere = (here: SitePage['kind']) => (here === kind ? 'page' : undefined)
  return (
    <>
      <header className="bar">
        <a className="skip button primary" href="#main">
          Skip to content
        </a>
        <div className="bar-inner">
          <a className="brand" href={paths.landing}>
            <LogoMark className="brand-mark" />
            {product.name}
          </a>
          <button type="button" className="menu-button" popoverTarget="bar-links">
            <span className="hidden">Menu</span>
            <svg className="icon" viewBox="0 0 24 24" aria-hidden="true">
              <path className="menu-closed" d="M4 7h16M4 12h16M4 17h16" />
              <path className="menu-open" d="m6 6 12 12M18 6 6 18" />
            </svg>
          </button>
          <nav className="bar-links" id="bar-links" popover="auto" aria-label="Main">
            <a className="bar-link" href={extensionLink} target="_blank" rel="noopener">
              Browser extension
              <OutwardIcon />
            </a>
            <a className="bar-link" href={paths.pricing} aria-current={isHere('pricing')}>
              Pricing
            </a>
            <a className="bar-link signed-out" href={paths.signIn}>
              Sign In
            </a>
            <a className="bar-link bar-start signed-out" href={paths.signIn}>
              Get Started
            </a>
            <a className="bar-link bar-start signed-in" href={paths.dashboard}>
              Dashboard
            </a>
          </nav>
        </div>
      </header>
      <main id="main" tabIndex={-1}>
        {children}
      </main>
      <footer className="footer">
        <span className="brand">
          <LogoMark className="brand-mark" />
          <span>
            {product.name} <span className="credit">{product.credit}</span>
          </span>
        </span>
        <nav className="footer-links" aria-label="More">
          <a href={paths.features} aria-current={isHere('features')}>
            Features
          </a>
          <a href={paths.pricing} aria-current={isHere('pricing')}>
            Pricing
          </a>
          <a href={extensionLink} target="_blank" rel="noopener">
            Extension
            <OutwardIcon />
          </a>
          <a href={paths.privacy} aria-current={isHere('privacy')}>
            Privacy
          </a>
          <a href={paths.terms} aria-current={isHere('terms')}>
            Terms
          </a>
          <a href={`mailto:${product.supportEmail}`}>Support</a>
        </nav>
        <p>{copyright}</p>
      </footer>
    </>
  )
}

/** Marks a link that opens a new tab. */
export function OutwardIcon() {
  return (
    <svg className="icon outward" viewBox="0 0 24 24" aria-hidden="true">
      <path d="M8 16 16.5 7.5M9 7h8v8" />
    </svg>
  )
}
