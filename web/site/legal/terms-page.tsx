import type { SitePage } from '../../../contract/pages/page-data.ts'
import { paths } from '../../../contract/pages/pages.ts'
import { product } from '../../../contract/product.ts'
import { LegalPage, OperatorAddress, unnamedOperator } from './legal-page.tsx'

export const termsDescription = `The terms of using ${product.name}: what you can expect from us, and what we expect from you.`

export function TermsPage({ operator }: Pick<SitePage, 'operator'>) {
  return (
    <LegalPage
      title="Terms of service"
      lead="What you can expect from us, and what we expect from you."
      date="November 22, 2026"
    >
      <h2>Who these terms are with</h2>
      <p>These terms are between you and:</p>
      <OperatorAddress operator={operator ?? unnamedOperator} />
      <p>By signing in or booking a meeting, you accept them.</p>

      <h2>The service</h2>
      <p>
        {product.name} offers the free times of a host’s calendar to the people they share a link with, and
        takes their bookings. We do our best to keep it available and correct, but we can’t promise that it
        never fails. If a meeting matters, check your calendar.
      </p>

      <h2>Fair use</h2>
      <ul>
        <li>Use it for meetings. Don’t send advertising or mail to people who don’t expect it.</li>
        <li>Don’t ask for passwords, card numbers or other secrets in custom fields.</li>
        <li>Don’t try to break in, overload the service or get around its limits.</li>
        <li>Handle what your invitees tell you with care, and as the law requires.</li>
      </ul>
      <p>We may close accounts that harm others. We’ll tell you why, unless the law forbids it.</p>

      <h2>Your content</h2>
      <p>
        What you enter stays yours. We store and show it only to run the service, as the{' '}
        <a href={paths.privacy}>privacy policy</a> describes.
      </p>

      <h2>Payment</h2>
      <p>
        If this installation sells subscriptions, prices are on the <a href={paths.pricing}>pricing page</a>.
        Subscriptions renew automatically until you cancel, which you can do at any time; they then run until
        the end of the paid period. If you delete your account, your subscription ends right away. We’ll
        announce price changes in advance.
      </p>

      <h2>Closing your account</h2>
      <p>
        You can delete your account in Settings at any time. Upcoming bookings are canceled, and after 7 days
        everything is removed.
      </p>

      <h2>Liability</h2>
      <p>
        As far as the law allows, we’re liable only for damage that we caused intentionally or through gross
        negligence, and not for lost profit or missed meetings. Rights that the law gives you as a consumer
        are unaffected.
      </p>

      <h2>Changes</h2>
      <p>If we change these terms, we’ll post the new version here and change the date above.</p>
    </LegalPage>
  )
}
