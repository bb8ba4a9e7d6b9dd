import { product } from '../../../contract/product.ts'
import { Button } from '../../ui/button.tsx'
import { SectionCard } from '../../ui/card.tsx'

const HINT = 'delete-account-hint'

export function DangerSection() {
  return (
    <SectionCard title="Danger Zone" className="border-danger!">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-4">
        <p id={HINT} className="min-w-56 flex-1 text-muted">
          Accounts cannot be deleted here yet. Write to{' '}
          <a
            href={`mailto:${product.supportEmail}?subject=${encodeURIComponent('Delete my account')}`}
            className="font-medium text-brand underline underline-offset-2 wrap-anywhere"
          >
            {product.supportEmail}
          </a>{' '}
          from the address you sign in with, and we delete yours with all that belongs to it.
        </p>
        <Button variant="danger" disabled aria-describedby={HINT}>
          Delete Account
        </Button>
      </div>
    </SectionCard>
  )
}
