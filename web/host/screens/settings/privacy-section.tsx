import { SectionCard } from '../../../ui/card.tsx'
import { Switch } from '../../../ui/switch.tsx'
import { useSession } from '../../parts/session/session.ts'
import type { SectionProps } from './general-section.tsx'
import { PhotoSwitch } from './photo-switch.tsx'

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

export function PrivacySection(props: SectionProps) {
  const session = useSession()
  return (
    <SectionCard title="Privacy" description="What others see of you, and what we learn about you.">
      <div className="grid gap-5">
        <PhotoSwitch {...props} hasPhoto={session.status === 'signedIn' && session.user.picture !== null} />
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
