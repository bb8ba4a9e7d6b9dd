import {
  eventLimits,
  bufferOptions,
  createsVideoCall,
  locationLabels,
  meetViaLabels,
  meetViaOptions,
} from '../../../../contract/events/event-options.ts'
import { SectionCard } from '../../../ui/card.tsx'
import { NumberField } from '../../../ui/number-field.tsx'
import { Select } from '../../../ui/select.tsx'
import { Switch } from '../../../ui/switch.tsx'
import { TextArea, TextField } from '../../../ui/text-field.tsx'
import { AlsoChecks, useOtherCalendars } from './also-checks.tsx'
import { fieldId } from './event-errors.ts'
import { type SectionProps, sectionOf } from './section.ts'
import type { CalendarChoice } from './use-calendar.ts'
import { UnlistedAccounts } from './unlisted-accounts.tsx'
import { ZoneField } from '../../parts/time/zone-field.tsx'

const usualDurations = [15, 30, 45, 60, 90]
const parts = [
  'title',
  'description',
  'duration',
  'bufferTime',
  'meetVia',
  'location',
  'checkedCalendars',
  'timezone',
  'allowUsersToCancel',
  'allowUsersToEdit',
  'allowGuestsToChange',
  'showUsersTheBookingStartDate',
] as const

const meetViaChoices = meetViaOptions.map((value) => ({ value, label: meetViaLabels[value] }))

interface DetailsSectionProps extends SectionProps<(typeof parts)[number]> {
  calendar: CalendarChoice
}

export const DetailsSection = sectionOf(parts, function DetailsSection(props: DetailsSectionProps) {
  const { draft, errors, change, calendar } = props
  const hasOthers = useOtherCalendars(draft.checkedCalendars)
  const locationLabel = locationLabels[draft.meetVia]
  return (
    <SectionCard title="Event Details">
      <div className="grid grid-cols-[minmax(0,1fr)] gap-5 sm:grid-cols-2">
        <TextField
          className="sm:col-span-2"
          id={fieldId('title')}
          label="Event title"
          isRequired
          maxLength={eventLimits.title}
          placeholder="Intro call"
          value={draft.title}
          error={errors.title}
          onChange={(title) => change({ title })}
        />
        <TextArea
          className="sm:col-span-2"
          id={fieldId('description')}
          label="Description"
          maxLength={eventLimits.description}
          placeholder="What’s this meeting about? Anything to prepare?"
          value={draft.description}
          error={errors.description}
          onChange={(description) => change({ description })}
        />
        <div className="min-w-0">
          <NumberField
            id={fieldId('duration')}
            label="Duration (minutes)"
            isRequired
            {...eventLimits.duration}
            step={5}
            value={draft.duration}
            error={errors.duration}
            onChange={(duration) => change({ duration })}
          />
          <div role="group" aria-label="Common lengths" className="mt-2 flex flex-wrap gap-1.5">
            {usualDurations.map((duration) => (
              <button
                key={duration}
                type="button"
                aria-pressed={draft.duration === duration}
                aria-label={`${duration} minutes`}
                onClick={() => change({ duration })}
                className="h-7 min-w-10 rounded-full border border-line px-2.5 text-xs text-muted tabular-nums hover:border-line-strong hover:text-ink aria-pressed:border-transparent aria-pressed:bg-tint aria-pressed:font-semibold aria-pressed:text-on-tint pointer-coarse:h-11 pointer-coarse:min-w-12"
              >
                {duration}
              </button>
            ))}
          </div>
        </div>
        <Select
          id={fieldId('bufferTime')}
          label="Buffer time"
          hint="Blocked before and after each meeting."
          choices={bufferChoices(draft.bufferTime)}
          value={String(draft.bufferTime)}
          error={errors.bufferTime}
          onChange={(minutes) => change({ bufferTime: Number(minutes) })}
        />
        <Select
          id={fieldId('meetVia')}
          label="Meet via"
          hint={
            createsVideoCall(draft.meetVia) && !calendar.hasVideoCalls
              ? 'This calendar can’t create Google Meet links. Choose another meeting type or another calendar.'
              : undefined
          }
          choices={meetViaChoices}
          value={draft.meetVia}
          error={errors.meetVia}
          onChange={(meetVia) => change({ meetVia })}
        />
        {locationLabel !== null && (
          <TextField
            id={fieldId('location')}
            label={locationLabel}
            hint="Only shared with people who book."
            maxLength={eventLimits.location}
            value={draft.location}
            error={errors.location}
            onChange={(location) => change({ location })}
          />
        )}
        <Select
          id={fieldId('calendarId')}
          // Beside the calendars that it also checks.
          className={hasOthers ? 'sm:col-start-1' : ''}
          label="Calendar"
          hint={calendar.hint ?? 'We add bookings here and hide times when you’re busy.'}
          choices={calendar.choices}
          value={
            calendar.choices.some(({ value }) => value === calendar.calendarId) ? calendar.calendarId! : ''
          }
          error={errors.calendarId}
          isDisabled={calendar.choices.length === 1 && calendar.choices[0]?.value === ''}
          onChange={(calendarId) => change({ calendarId: calendarId || null })}
        />
        {hasOthers && (
          <AlsoChecks
            value={draft.checkedCalendars}
            own={calendar.calendarId}
            error={errors.checkedCalendars}
            onChange={(checkedCalendars) => change({ checkedCalendars })}
          />
        )}
        <UnlistedAccounts />
        <ZoneField
          id={fieldId('timezone')}
          value={draft.timezone}
          error={errors.timezone}
          onChange={(timezone) => change({ timezone })}
        />
        <div className="grid gap-4 border-t border-line pt-5 sm:col-span-2">
          <Switch
            label="Allow invitees to cancel"
            isOn={draft.allowUsersToCancel}
            onChange={(allowUsersToCancel) => change({ allowUsersToCancel })}
          />
          <Switch
            label="Allow invitees to edit their booking"
            isOn={draft.allowUsersToEdit}
            onChange={(allowUsersToEdit) => change({ allowUsersToEdit })}
          />
          <Switch
            label="Guests can change or cancel"
            hint="Lets guests do what invitees can do. When off, they can only view the booking."
            isOn={draft.allowGuestsToChange}
            onChange={(allowGuestsToChange) => change({ allowGuestsToChange })}
          />
          <Switch
            label="Show invitees when booking opens"
            hint="Before booking opens, your page shows the opening date."
            isOn={draft.showUsersTheBookingStartDate}
            onChange={(showUsersTheBookingStartDate) => change({ showUsersTheBookingStartDate })}
          />
        </div>
      </div>
    </SectionCard>
  )
})

function bufferChoices(current: number) {
  const offered: readonly number[] = bufferOptions
  const minutes = offered.includes(current) ? offered : [...offered, current].toSorted((a, b) => a - b)
  return minutes.map((value) => ({
    value: String(value),
    label: value === 0 ? 'No buffer' : `${value} minutes`,
  }))
}
