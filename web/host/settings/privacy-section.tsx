import { SectionCard } from '../../ui/card.tsx'
import { Switch } from '../../ui/switch.tsx'

/** Coming later; the hints say what applies until then. */
const comingSoon = [
  {
    label: 'Public profile',
    hint: 'One page that lists all your open events. For now, people need the link to each event. (soon)',
  },
  {
    label: 'Usage statistics',
    hint: 'Helps us learn which parts of the app you use. We don’t collect this today. (soon)',
  },
]

export function PrivacySection() {
  return (
    <SectionCard title="Privacy" description="Coming soon. Both are off for now.">
      <div className="grid gap-5">
        {comingSoon.map(({ label, hint }) => (
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
