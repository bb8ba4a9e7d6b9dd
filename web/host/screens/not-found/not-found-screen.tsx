import { product } from '../../../../contract/product.ts'
import { paths, tabTitle } from '../../../../contract/pages/pages.ts'
import { buttonClass } from '../../../ui/button.tsx'
import { Logo } from '../../../ui/logo.tsx'
import { usePageTitle } from '../../parts/use-page-title.ts'
import { BrokenPicture } from '../../../ui/pictures.tsx'

export function NotFoundScreen() {
  usePageTitle(tabTitle('Page not found'))
  return (
    <div className="flex flex-1 flex-col">
      <header className="px-5 py-4 sm:px-8">
        <a href={paths.landing} className="inline-block rounded-md">
          <Logo name={product.name} />
        </a>
      </header>
      <main className="mx-auto flex max-w-md flex-1 flex-col items-center justify-center gap-4 px-6 pb-24 text-center">
        <BrokenPicture />
        <h1 className="text-2xl font-semibold">Page not found</h1>
        <p className="text-base text-muted text-pretty">
          <span className="font-semibold text-ink">404.</span> We couldn’t find that page. It may have moved,
          or the link may be incomplete.
        </p>
        <a href={paths.landing} className={buttonClass({ variant: 'primary' })}>
          Return to Home
        </a>
      </main>
    </div>
  )
}
