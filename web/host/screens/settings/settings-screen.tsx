import { useQuery } from '@tanstack/react-query'
import { pages } from '../../../../contract/pages/pages.ts'
import { settingsQuery } from '../../data/settings-calls.ts'
import { useDraftKey } from '../../parts/drafts/use-draft.ts'
import { Card } from '../../../ui/card.tsx'
import { LoadError } from '../../../ui/load-error.tsx'
import { PageHeader } from '../../../ui/page-header.tsx'
import { usePageTitle } from '../../parts/use-page-title.ts'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { SettingsForm } from './settings-form.tsx'

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
  const { data: settings, isError, isFetching, refetch } = useQuery(settingsQuery)
  if (settings !== undefined) return <SettingsForm settings={settings} storageKey={storageKey} />
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

function FormSkeleton() {
  return (
    <div role="status" className="grid gap-6">
      <span className="sr-only">Loading settings...</span>
      {['h-64', 'h-44', 'h-28', 'h-20'].map((height) => (
        <Card key={height} className="p-6">
          <Skeleton className="mb-6 h-5 w-32" />
          <Skeleton className={`w-full ${height}`} />
        </Card>
      ))}
    </div>
  )
}
