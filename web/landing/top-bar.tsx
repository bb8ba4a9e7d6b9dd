import { Link } from '@tanstack/react-router'
import { Menu, X } from 'lucide-react'
import { useState } from 'react'
import { product } from '../../contract/product.ts'
import { paths } from '../paths.ts'
import { buttonClass } from '../ui/button.tsx'
import { Logo } from '../ui/logo.tsx'

export function TopBar() {
  const [isOpen, setIsOpen] = useState(false)
  const quiet = buttonClass({ variant: 'quiet' })
  return (
    <header className="sticky top-0 z-40 border-b border-line bg-surface">
      <div className="mx-auto flex max-w-6xl flex-wrap items-center justify-between gap-x-4 px-5 py-2.5 sm:px-8">
        <Link to={paths.landing} className="rounded-md">
          <Logo name={product.name} />
        </Link>
        <button
          type="button"
          aria-label="Menu"
          aria-expanded={isOpen}
          aria-controls="top-links"
          onClick={() => setIsOpen(!isOpen)}
          className={`md:hidden ${buttonClass({ variant: 'quiet', size: 'icon' })}`}
        >
          {isOpen ? <X aria-hidden="true" /> : <Menu aria-hidden="true" />}
        </button>
        <nav
          id="top-links"
          aria-label="Main"
          className={`w-full flex-col gap-1 py-2 md:flex md:w-auto md:flex-row md:items-center md:py-0 ${
            isOpen ? 'flex' : 'hidden'
          }`}
        >
          <a href={product.extensionUrl} target="_blank" rel="noopener noreferrer" className={quiet}>
            Browser Extension
          </a>
          <Link to={paths.pricing} className={quiet}>
            Pricing
          </Link>
          <Link to={paths.signIn} className={quiet}>
            Sign In
          </Link>
          <Link to={paths.signIn} className={buttonClass({ variant: 'primary' })}>
            Get Started
          </Link>
        </nav>
      </div>
    </header>
  )
}
