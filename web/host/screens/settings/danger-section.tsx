import { useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { SectionCard } from '../../../ui/card.tsx'
import { DeleteAccountDialog } from './delete-account-dialog.tsx'

const HINT = 'delete-account-hint'

export function DangerSection() {
  const [isAsking, setIsAsking] = useState(false)
  return (
    <SectionCard title="Danger zone" className="border-danger!">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-4">
        <p id={HINT} className="min-w-0 grow basis-56 text-muted">
          Deletes your account and everything in it. You have 7 days to change your mind.
        </p>
        <Button variant="danger" aria-describedby={HINT} onClick={() => setIsAsking(true)}>
          Delete Account
        </Button>
      </div>
      {isAsking && <DeleteAccountDialog onClose={() => setIsAsking(false)} />}
    </SectionCard>
  )
}
