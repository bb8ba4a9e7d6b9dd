import { product } from '../../../contract/product.ts'
import { Button } from '../../ui/button.tsx'
import { SectionCard } from '../../ui/card.tsx'

const HINT = 'delete-account-hint'

export function DangerSection() {
  return (
    <SectionCard title="Danger zone" className="border-danger!">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-4">
        <p id={HINT} className="min-w-56 flex-1 text-muted">
          You can’t delete your account here yet. Email{' '}
          <a
            href={`mailto:${product.supportEmail}?subject=${encodeURIComponent('Delete my account')}`}
            className="font-medium text-brand underline underline-offset-2 wrap-anywhere"
          >
            {product.supportEmail}
          </a>{' '}
          from your sign-in address, and we’ll delete your account and all its data.
        </p>
        <Button variant="danger" disabled aria-describedby={HINT}>
          Delete Account
        </Button>
      </div>
    </SectionCard>
  )
}
