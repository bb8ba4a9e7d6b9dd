import { useQuery } from '@tanstack/react-query'
import { type EventRules, ruleLimits } from '../../../../../contract/events/event-rules.ts'
import { settingsDefaults } from '../../../../../contract/account/settings-options.ts'
import { settingsQuery } from '../../../data/settings-calls.ts'
import { OverridesEditor } from '../../../parts/hours/overrides-editor.tsx'
import { BufferFields } from '../../../parts/rules/buffer-fields.tsx'
import { DurationChoices } from '../../../parts/rules/duration-choices.tsx'
import { LimitFields } from '../../../parts/rules/limit-fields.tsx'
import { NoticeField } from '../../../parts/rules/notice-field.tsx'
import { rulesLine } from '../../../parts/rules/rule-fields.ts'
import { RuleGroup } from '../../../parts/rules/rule-group.tsx'
import { StartTimesFields } from '../../../parts/rules/start-times-fields.tsx'
import { WindowFields } from '../../../parts/rules/window-fields.tsx'
import { useHostTime } from '../../../parts/time/use-host-time.ts'
import { FieldError } from '../../../../ui/field.tsx'
import { NumberField } from '../../../../ui/number-field.tsx'
import { Switch } from '../../../../ui/switch.tsx'
import { fieldId, ruleErrorsIn } from '../event-errors.ts'
import { FoldedSection } from '../folded-section.tsx'
import { type SectionProps, sectionOf } from '../section.ts'

const parts = ['rules', 'duration', 'bufferTime'] as const

interface MoreRulesSectionProps extends SectionProps<(typeof parts)[number]> {
  /** The zone whose dates the overrides mean: the schedule's or the event's. */
  hoursZone: string
  /** Whether the form of a date override is open. */
  isEditingDates: boolean
  onEditingDates: (isEditing: boolean) => void
  /** What is wrong with a typed duration that isn't added. */
  durationProblem: string | null
  onDurationProblem: (problem: string | null) => void
}

/** The rules that few events need. */
export const MoreRulesSection = sectionOf(parts, function MoreRulesSection(props: MoreRulesSectionProps) {
  const { draft, errors, isEditingDates, durationProblem } = props
  const hasError = errors.rules !== undefined || Object.keys(ruleErrorsIn(errors)).length > 0
  return (
    <FoldedSection
      title="More rules"
      summary={rulesLine(draft.rules) || 'Notice, buffers, limits, date overrides and more. None set.'}
      hasError={hasError}
    >
      {/* What is being entered would be lost, and the error summary leads to what is wrong. */}
      {(isOpen) => (isOpen || isEditingDates || durationProblem !== null || hasError) && <Rules {...props} />}
    </FoldedSection>
  )
})

function Rules({
  draft,
  errors,
  change,
  hoursZone,
  onEditingDates,
  durationProblem,
  onDurationProblem,
}: MoreRulesSectionProps) {
  const { rules, bufferTime } = draft
  const { timeFormat } = useHostTime()
  const { data: settings } = useQuery(settingsQuery)
  const shown = ruleErrorsIn(errors)
  const set = (part: Partial<EventRules>) => change({ rules: { ...rules, ...part } })
  const field = {
    rules,
    errors: shown,
    change: set,
    idOf: (rule: keyof EventRules) => fieldId(`rules.${rule}`),
  }
  return (
    <div className="@container grid grid-cols-[minmax(0,1fr)] gap-6 px-5 pt-1 pb-6 sm:px-6">
      {errors.rules && <FieldError id={fieldId('rules')}>{errors.rules}</FieldError>}
      <RuleGroup
        title="Other durations"
        description={`People can choose one of these instead of ${draft.duration || '–'} minutes.`}
      >
        <DurationChoices
          id={field.idOf('durations')}
          own={draft.duration}
          durations={rules.durations}
          // The typed one shows its own.
          error={durationProblem === null ? shown.durations : undefined}
          onChange={(durations) => set({ durations })}
          onProblem={onDurationProblem}
        />
      </RuleGroup>
      <RuleGroup title="When people can book">
        <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-5 @md:grid-cols-2">
          <NoticeField {...field} />
          <WindowFields {...field} />
        </div>
      </RuleGroup>
      <RuleGroup title="Around each booking">
        <BufferFields
          {...field}
          defaultLabel={`Same as buffer time (${bufferTime === 0 ? 'none' : `${bufferTime} minutes`})`}
        />
        <div className="grid grid-cols-[minmax(0,1fr)] pt-2 sm:max-w-md">
          <StartTimesFields {...field} />
        </div>
      </RuleGroup>
      <RuleGroup
        title="Limits"
        description="Once a limit is reached, the rest of that day, week or month is closed. Leave empty for no limit."
      >
        <LimitFields
          id={field.idOf('limits')}
          limits={rules.limits}
          error={shown.limits}
          onChange={(limits) => set({ limits })}
        />
        <NumberField
          className="pt-2 sm:max-w-md"
          id={field.idOf('bookingsPerPerson')}
          label="Upcoming bookings per person"
          hint="How many one email address can have at a time."
          min={1}
          max={ruleLimits.bookingsPerPerson}
          value={rules.bookingsPerPerson}
          error={shown.bookingsPerPerson}
          onChange={(bookingsPerPerson) => set({ bookingsPerPerson })}
        />
      </RuleGroup>
      <RuleGroup title="Date overrides" description="Dates with other hours than usual, or with none.">
        <div id={field.idOf('overrides')} tabIndex={-1}>
          <OverridesEditor
            overrides={rules.overrides}
            onChange={(overrides) => set({ overrides })}
            timezone={hoursZone}
            timeFormat={timeFormat}
            weekStart={settings?.week_start ?? settingsDefaults.week_start}
            onEditing={onEditingDates}
          />
          {shown.overrides && <FieldError>{shown.overrides}</FieldError>}
        </div>
      </RuleGroup>
      <RuleGroup title="Who can book">
        <Switch
          label="Only with one-off links"
          hint="The event’s own link stops working. You create links for one or more bookings on the Events screen."
          isOn={rules.linksOnly}
          onChange={(linksOnly) => set({ linksOnly })}
        />
      </RuleGroup>
    </div>
  )
}
