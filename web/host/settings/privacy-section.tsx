import { SectionCard } from '../../ui/card.tsx'
import { Switch } from '../../ui/switch.tsx'

/** Not there yet: both say what holds until they are. */
const toCome = [
  {
    label: 'Public profile',
    hint: 'One page that lists all your open events. Today each event is found by its own link alone. (soon)',
  },
  {
    label: 'Usage statistics',
    hint: 'Lets us learn which parts of the app you use. Today nothing of the kind is collected. (soon)',
  },
]

export function PrivacySection() {
  return (
    <SectionCard title="Privacy" description="These come later. Until then, both are off for everybody.">
      <div className="grid gap-5">
        {toCome.map(({ label, hint }) => (
          <Switch
            key={label}
            isSpread
            isDisabled
            label={label}
            hint={hint}
            isOn={false}
            onChange={() => {}}
          />
        ))}
      </div>
    </SectionCard>
  )
}
