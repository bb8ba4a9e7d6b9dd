import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { eventLinkLimits } from '../../../../contract/events/one-off-links.ts'
import { type EventRules, ruleLimits } from '../../../../contract/events/event-rules.ts'
import { settingsDefaults } from '../../../../contract/account/settings-options.ts'
import { settingsQuery } from '../../data/settings-calls.ts'
import { DateField } from '../../../ui/date-field.tsx'
import { NumberField } from '../../../ui/number-field.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { useFold } from '../../../ui/use-fold.ts'
import { BufferFields } from '../rules/buffer-fields.tsx'
import { Chip } from '../rules/chip.tsx'
import type { TypedHours } from '../hours/day-line.tsx'
import { LimitFields } from '../rules/limit-fields.tsx'
import { NoticeField } from '../rules/notice-field.tsx'
import { RuleGroup } from '../rules/rule-group.tsx'
import { MinuteChips } from '../rules/start-times-fields.tsx'
import { WindowFields } from '../rules/window-fields.tsx'
import type { LinkDraft, LinkedEvent, LinkErrors } from './link-draft.ts'
import { LinkHours } from './link-hours.tsx'
import { linkRulesLine } from './link-text.ts'

interface LinkOptionsProps {
  draft: LinkDraft
  errors: LinkErrors
  change: (part: Partial<LinkDraft>) => void
  event: LinkedEvent
  typedHours: TypedHours
  onTyped: (typedHours: TypedHours) => void
  onEditingDates: (isEditing: boolean) => void
}

/** What a new link can be used for. */
export function LinkOptions({
  draft,
  errors,
  change,
  event,
  typedHours,
  onTyped,
  onEditingDates,
}: LinkOptionsProps) {
  const id = useId()
  const [isOpen, setIsOpen] = useFold(Object.keys(errors.rules).length > 0)
  const { data: settings } = useQuery(settingsQuery)
  const durations = [...new Set([event.duration, ...event.rules.durations])].toSorted((a, b) => a - b)
  const line = linkRulesLine(draft)
  const { rules } = draft
  const set = (part: Partial<EventRules>) => change({ rules: { ...rules, ...part } })
  const field = {
    rules,
    errors: errors.rules,
    change: set,
    idOf: (rule: keyof EventRules) => `${id}-${rule}`,
  }
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
      <TextField
        label="Name"
        placeholder="For Amara"
        hint="Only you see it."
        maxLength={eventLinkLimits.name}
        value={draft.name}
        onChange={(name) => change({ name })}
      />
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-5 sm:grid-cols-2">
        <NumberField
          label="Number of bookings"
          hint="Leave empty for any number."
          min={1}
          max={eventLinkLimits.uses}
          value={draft.maxUses}
          error={errors.maxUses}
          onChange={(maxUses) => change({ maxUses })}
        />
        <DateField
          label="Last day"
          hint="Leave empty if it doesn’t expire."
          value={draft.lastDay}
          error={errors.lastDay}
          onChange={(lastDay) => change({ lastDay })}
        />
      </div>
      <details
        className="group"
        open={isOpen ?? false}
        onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}
      >
        <summary className="w-fit cursor-pointer py-1 font-medium">More rules</summary>
        <p className="text-sm text-muted">
          {line === ''
            ? 'For bookings with this link, in addition to the event’s own rules.'
            : line.charAt(0).toUpperCase() + line.slice(1)}
        </p>
        <div className="mt-4 grid grid-cols-[minmax(0,1fr)] gap-6">
          {durations.length > 1 && (
            <RuleGroup title="Durations" description="Choose none to offer all of them.">
              <div className="flex flex-wrap gap-1.5">
                {durations.map((minutes) => {
                  const isChosen = rules.durations.includes(minutes)
                  return (
                    <Chip
                      key={minutes}
                      isOn={isChosen}
                      onChange={() =>
                        set({
                          durations: durations.filter((other) =>
                            other === minutes ? !isChosen : rules.durations.includes(other),
                          ),
                        })
                      }
                    >
                      {minutes} min
                    </Chip>
                  )
                })}
              </div>
            </RuleGroup>
          )}
          <RuleGroup title="When people can book">
            <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-5 sm:grid-cols-2">
              <NoticeField {...field} />
              <WindowFields {...field} />
            </div>
          </RuleGroup>
          <LinkHours
            hours={event.hours}
            week={draft.week}
            rules={rules}
            overridesError={errors.rules.overrides}
            weekStart={settings?.week_start ?? settingsDefaults.week_start}
            onWeek={(week) => change({ week })}
            onOverrides={(overrides) => set({ overrides })}
            typedHours={typedHours}
            onTyped={onTyped}
            onEditingDates={onEditingDates}
          />
          <RuleGroup
            title="Start times"
            description="Choose none to keep all of the event’s. Times that the event doesn’t have aren’t added."
          >
            <MinuteChips
              id={field.idOf('startTimes')}
              minutes={rules.startTimes && 'at' in rules.startTimes ? rules.startTimes.at : []}
              error={errors.rules.startTimes}
              onChange={(at) => set({ startTimes: at.length === 0 ? null : { at } })}
            />
          </RuleGroup>
          <RuleGroup
            title="Around each booking"
            description="The longer buffer applies: this one or the event’s."
          >
            <BufferFields {...field} defaultLabel="Same as the event" />
          </RuleGroup>
          <RuleGroup title="Limits" description="All of the event’s bookings count.">
            <LimitFields
              id={field.idOf('limits')}
              limits={rules.limits}
              onChange={(limits) => set({ limits })}
            />
            <NumberField
              className="pt-2 sm:max-w-md"
              id={field.idOf('bookingsPerPerson')}
              label="Upcoming bookings per person"
              hint="The smaller number applies: this one or the event’s."
              min={1}
              max={ruleLimits.bookingsPerPerson}
              value={rules.bookingsPerPerson}
              error={errors.rules.bookingsPerPerson}
              onChange={(bookingsPerPerson) => set({ bookingsPerPerson })}
            />
          </RuleGroup>
        </div>
      </details>
    </div>
  )
}
