import type { ReactNode } from 'react'
import { product } from '../../contract/product.ts'
import { LogoMark } from '../ui/logo.tsx'

/** What all pages that need no sign-in have around their content. */
export function PageFrame({ children }: { children: ReactNode }) {
  return (
    <>
      <main className="page" id="main">
        {children}
      </main>
      <footer className="page-footer">
        <a href="/" className="made-with">
          <LogoMark className="made-with-logo" />
          Scheduled with {product.name}
        </a>
      </footer>
    </>
  )
}
