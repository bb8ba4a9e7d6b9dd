import { useQuery } from '@tanstack/react-query'
import { meetViaLabels, meetViaOptions } from '../../../../contract/events/event-options.ts'
import {
  defaultBufferOptions,
  durationOptions,
  type SettingsValues,
} from '../../../../contract/account/settings-options.ts'
import { timeFormats } from '../../../../contract/time/time-formats.ts'
import { cityName } from '../../../../contract/time/time-text.ts'
import { browserLocale } from '../../../data/browser-locale.ts'
import { Button } from '../../../ui/button.tsx'
import { SectionCard } from '../../../ui/card.tsx'
import { Select } from '../../../ui/select.tsx'
import { useNow } from '../../../ui/use-now.ts'
import { metaQuery } from '../../data/time-zone-calls.ts'
import { getKnownDeviceZone, isDeviceZone } from '../../data/format-time-zone.ts'
import { fieldId, type SettingsDraft, type SettingsErrors } from './settings-draft.ts'
import { timeNow, zoneChoices } from './zone-choices.ts'

export interface SectionProps {
  values: SettingsValues
  errors: SettingsErrors
  change: (part: SettingsDraft) => void
  /** Whether nobody chose a value yet. */
  isDefault: (name: keyof SettingsValues) => boolean
}

/** `hint`, after a word on a value that nobody chose. */
export const hintOf = (isDefault: boolean, hint?: string) =>
  isDefault ? ['Default.', hint].filter(Boolean).join(' ') : hint

const timeFormatLabels = { '12hour': '12-hour (2:30 PM)', '24hour': '24-hour (14:30)' } as const
const timeFormatChoices = timeFormats.map((value) => ({ value, label: timeFormatLabels[value] }))
const durationChoices = durationOptions.map((value) => ({ value: String(value), label: `${value} minutes` }))
const bufferChoices = defaultBufferOptions.map((value) => ({
  value: String(value),
  label: value === 0 ? 'No buffer' : `${value} minutes`,
}))
const meetViaChoices = meetViaOptions.map((value) => ({ value, label: meetViaLabels[value] }))

export function GeneralSection({ values, errors, change, isDefault }: SectionProps) {
  return (
    <SectionCard title="General" description="How times appear in the app and in your emails.">
      <div className="grid grid-cols-[minmax(0,1fr)] gap-5 sm:grid-cols-2">
        <Select
          id={fieldId('time_format')}
          label="Time format"
          hint={hintOf(isDefault('time_format'))}
          choices={timeFormatChoices}
          value={values.time_format}
          error={errors.time_format}
          onChange={(format) => change({ time_format: format })}
        />
        <ZoneField values={values} errors={errors} change={change} isDefault={isDefault} />
        <div className="border-t border-line pt-5 sm:col-span-2">
          <h3 className="font-semibold">New events start with</h3>
          <p className="text-muted">Existing events won’t change.</p>
        </div>
        <Select
          id={fieldId('default_duration')}
          label="Default duration"
          hint={hintOf(isDefault('default_duration'))}
          choices={durationChoices}
          value={String(values.default_duration)}
          error={errors.default_duration}
          onChange={(minutes) => change({ default_duration: Number(minutes) })}
        />
        <Select
          id={fieldId('default_buffer_time')}
          label="Default buffer time"
          hint={hintOf(isDefault('default_buffer_time'), 'Blocked before and after each meeting.')}
          choices={bufferChoices}
          value={String(values.default_buffer_time)}
          error={errors.default_buffer_time}
          onChange={(minutes) => change({ default_buffer_time: Number(minutes) })}
        />
        <Select
          id={fieldId('default_meet_via')}
          label="Default meeting type"
          hint={hintOf(isDefault('default_meet_via'))}
          choices={meetViaChoices}
          value={values.default_meet_via}
          error={errors.default_meet_via}
          onChange={(meetVia) => change({ default_meet_via: meetVia })}
        />
      </div>
    </SectionCard>
  )
}

function ZoneField({ values, errors, change, isDefault }: SectionProps) {
  const { timezone, time_format: timeFormat } = values
  const device = getKnownDeviceZone()
  const viewer = { locale: browserLocale(), timeZone: timezone, hour12: timeFormat === '12hour' }
  const now = timeNow(useNow(), viewer)
  // Until the host chooses one, the app uses the device's (`useHostTime`).
  const isUnused = isDefault('timezone') && device !== null && !isDeviceZone(timezone)
  const inEffect = now === null ? undefined : `Current time: ${now}. New events use this time zone too.`
  return (
    <div className="flex min-w-0 flex-col items-start gap-2">
      <Select
        className="w-full"
        id={fieldId('timezone')}
        label="Time zone"
        hint={hintOf(
          isDefault('timezone'),
          isUnused ? 'Until you choose a time zone, the app uses this device’s.' : inEffect,
        )}
        choices={zoneChoices(timezone)}
        value={timezone}
        error={errors.timezone}
        onChange={(zone) => change({ timezone: zone })}
      />
      {isDeviceZone(timezone) ? (
        <p className="flex h-8 items-center text-xs text-muted pointer-coarse:h-11">Matches this device.</p>
      ) : (
        device !== null && (
          <Button
            size="sm"
            onClick={() => {
              change({ timezone: device })
              // The button disappears, so the focus moves to the field it changed.
              document.getElementById(fieldId('timezone'))?.focus()
            }}
          >
            Use this device’s time zone: {cityName(device)}
          </Button>
        )
      )}
      <ZoneRelease />
    </div>
  )
}

const sources = {
  system: 'operating system',
  package: 'included',
  runtime: 'Node.js',
} as const

/** Which rules all times follow. One line, whose space is there before. Not worth an error if it can't be loaded. */
function ZoneRelease() {
  const { data } = useQuery(metaQuery)
  return (
    <p className="min-h-lh text-xs text-muted">
      {data && `Time zone data: ${data.timezoneRelease} (${sources[data.timezoneSource]})`}
    </p>
  )
}
