import { useId } from 'react'
import { eventLinkLimits } from '../../../contract/event-links.ts'
import type { EventRules } from '../../../contract/event-rules.ts'
import { shortDuration } from '../../../contract/rules-text.ts'
import { DateField } from '../../ui/date-field.tsx'
import { NumberField } from '../../ui/number-field.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { BufferFields } from '../rules/buffer-fields.tsx'
import { Chip } from '../rules/chip.tsx'
import { LimitFields } from '../rules/limit-fields.tsx'
import { NoticeField } from '../rules/notice-field.tsx'
import { rulesLine } from '../rules/rule-fields.ts'
import { RuleGroup } from '../rules/rule-group.tsx'
import { WindowFields } from '../rules/window-fields.tsx'
import type { LinkDraft, LinkErrors } from './link-draft.ts'

interface LinkOptionsProps {
  draft: LinkDraft
  errors: LinkErrors
  change: (part: Partial<LinkDraft>) => void
  /** The durations that the event offers. */
  durations: readonly number[]
}

/** What a new link can be used for. */
export function LinkOptions({ draft, errors, change, durations }: LinkOptionsProps) {
  const id = useId()
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
      <details className="group" open={Object.keys(errors.rules).length > 0 || undefined}>
        <summary className="w-fit cursor-pointer py-1 font-medium">More rules</summary>
        <p className="text-sm text-muted">
          {rulesLine(rules, 'only') || 'For bookings with this link, in addition to the event’s own rules.'}
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
                      {shortDuration(minutes)}
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
          </RuleGroup>
        </div>
      </details>
    </div>
  )
}
