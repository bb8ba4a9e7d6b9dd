import { useEffect } from 'react'
import { pages } from '../../../../contract/pages/pages.ts'
import type { User } from '../../../../contract/account/user.schema.ts'
import { refreshUser, useSession } from '../../parts/session/session.ts'
import { Avatar } from '../../../ui/avatar.tsx'
import { Button } from '../../../ui/button.tsx'
import { SectionCard } from '../../../ui/card.tsx'
import { Field } from '../../../ui/field.tsx'
import { PageHeader } from '../../../ui/page-header.tsx'
import { usePageTitle } from '../../parts/use-page-title.ts'
import { CalendarCard } from './calendar-card.tsx'
import { nameParts } from './name-parts.ts'

export function ProfileScreen() {
  usePageTitle(pages.profile.title)
  const session = useSession()
  useEffect(() => {
    // The calendar may have been disconnected since the app was opened.
    void refreshUser()
  }, [])
  if (session.status !== 'signedIn') return null
  return (
    <div className="mx-auto max-w-3xl">
      <PageHeader title="Profile" description="How you appear to people who book with you." />
      <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
        <PersonCard user={session.user} />
        <CalendarCard user={session.user} />
      </div>
    </div>
  )
}

const NOTE = 'profile-note'

function PersonCard({ user }: { user: User }) {
  const { first, last } = nameParts(user)
  return (
    <SectionCard title="Personal information">
      <div className="mb-5 flex items-center gap-4">
        <Avatar size="lg" name={user.name || user.email} picture={user.picture ?? user.picture_url} />
        <div className="min-w-0">
          <p className="text-lg font-semibold wrap-anywhere">{user.name}</p>
          <p className="text-muted wrap-anywhere">{user.email}</p>
        </div>
      </div>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-5 sm:grid-cols-2">
        <ReadOnly label="First name" value={first} />
        <ReadOnly label="Last name" value={last} />
        <ReadOnly className="sm:col-span-2" label="Email" value={user.email} />
      </div>
      <div className="mt-5 flex flex-wrap items-center justify-between gap-x-6 gap-y-4">
        <p id={NOTE} className="min-w-0 grow basis-56 text-muted">
          Your name and email are linked to your Google account and cannot be changed here. Update them in
          your Google account, then sign in again.
        </p>
        <Button disabled aria-describedby={NOTE}>
          Update Profile
        </Button>
      </div>
    </SectionCard>
  )
}

function ReadOnly({ label, value, className = '' }: { label: string; value: string; className?: string }) {
  return (
    <Field label={label} className={className}>
      {(control) => <input {...control} readOnly value={value} className="control bg-sunken" />}
    </Field>
  )
}
