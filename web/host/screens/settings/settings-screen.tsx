import { useQuery } from '@tanstack/react-query'
import { pages } from '../../../../contract/pages/pages.ts'
import { settingsQuery } from '../../data/settings-calls.ts'
import { useDraftKey } from '../../parts/drafts/use-draft.ts'
import { Card } from '../../../ui/card.tsx'
import { LoadError } from '../../../ui/load-error.tsx'
import { PageHeader } from '../../../ui/page-header.tsx'
import { usePageTitle } from '../../parts/use-page-title.ts'
import { FormSkeleton } from './form-skeleton.tsx'
import { SettingsForm } from './settings-form.tsx'
import { useListsLoaded } from './use-lists-loaded.ts'

export function SettingsScreen() {
  usePageTitle(pages.settings.title)
  return (
    <div className="mx-auto max-w-3xl">
      <PageHeader title="Settings" description="Your defaults, notifications, devices and data." />
      <Content />
    </div>
  )
}

function Content() {
  const storageKey = useDraftKey('settings', null)
  const areListsLoaded = useListsLoaded()
  const { data: settings, isError, isFetching, refetch } = useQuery(settingsQuery)
  if (settings !== undefined) return <SettingsForm {...{ settings, storageKey, areListsLoaded }} />
  if (!isError) return <FormSkeleton />
  return (
    <Card className="grid min-h-72 place-items-center">
      <LoadError
        title="We couldn’t load your settings"
        isFetching={isFetching}
        onRetry={() => void refetch()}
      />
    </Card>
  )
}
