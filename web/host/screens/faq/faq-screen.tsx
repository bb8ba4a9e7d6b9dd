import { Link, useLocation } from '@tanstack/react-router'
import { Link2, Mail } from 'lucide-react'
import { useEffect } from 'react'
import { product } from '../../../../contract/product.ts'
import { pages, paths } from '../../../../contract/pages/pages.ts'
import { buttonClass } from '../../../ui/button.tsx'
import { Disclosure } from '../../../ui/disclosure.tsx'
import { PageHeader } from '../../../ui/page-header.tsx'
import { SupportAddress } from '../../parts/support-address.tsx'
import { usePageTitle } from '../../parts/use-page-title.ts'
import { type Question, questions } from './questions.tsx'

export function FaqScreen() {
  usePageTitle(pages.faq.title)
  useOpenLinked()
  return (
    <div className="mx-auto max-w-3xl">
      <PageHeader
        title="Frequently asked questions"
        description="Open a question to read its answer. Each one has its own link."
      />
      <div className="divide-y divide-line rounded-lg border border-line bg-surface shadow-sm">
        {questions.map((question) => (
          <Answer key={question.id} question={question} />
        ))}
      </div>
      <section className="mt-6 flex flex-wrap items-center justify-between gap-4 rounded-lg border border-line bg-surface p-5 shadow-sm sm:p-6">
        <div className="min-w-0 grow basis-56">
          <h2 className="text-base font-semibold">Still have a question?</h2>
          <p className="mt-1 text-muted">
            Email <SupportAddress />. We reply within 24 hours.
          </p>
        </div>
        <a href={`mailto:${product.supportEmail}`} className={buttonClass()}>
          <Mail aria-hidden="true" />
          Contact support
        </a>
      </section>
    </div>
  )
}

function Answer({ question: { id, title, answer } }: { question: Question }) {
  return (
    <Disclosure id={id} title={title}>
      {answer}
      <p className="text-sm">
        <Link
          to={paths.faq}
          hash={id}
          aria-label={`Link to this answer: ${title}`}
          className="inline-flex items-center gap-1.5 pointer-coarse:min-h-11"
        >
          <Link2 aria-hidden="true" className="size-4" />
          Link to this answer
        </Link>
      </p>
    </Disclosure>
  )
}

/** Opens the answer in the URL's hash. */
function useOpenLinked() {
  const hash = useLocation({ select: (location) => location.hash })
  useEffect(() => {
    const linked = document.getElementById(hash)
    if (!(linked instanceof HTMLDetailsElement)) return
    linked.open = true
    linked.scrollIntoView()
  }, [hash])
}
