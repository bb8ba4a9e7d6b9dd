import { product } from '../../../contract/product.ts'
import { SectionCard } from '../../ui/card.tsx'
import { Switch } from '../../ui/switch.tsx'
import type { SectionProps } from './general-section.tsx'

export function NotificationsSection({ values, change }: SectionProps) {
  return (
    <SectionCard
      title="Notifications"
      description="What you save counts at once, for reminders already planned as well."
    >
      <div className="grid gap-5">
        <Switch
          isSpread
          label="Email Notifications"
          hint="To you, when somebody books, changes or cancels a meeting. Invitees and guests are always told."
          isOn={values.notification_emails}
          onChange={(isOn) => change({ notification_emails: isOn })}
        />
        <Switch
          isSpread
          label="Booking Reminders"
          hint="24 hours and 1 hour before each meeting, to you and to whoever has booked it. Both, because a meeting that only one of the two is reminded of is soon missed by the other."
          isOn={values.notification_booking_reminders}
          onChange={(isOn) => change({ notification_booking_reminders: isOn })}
        />
        <Switch
          isSpread
          label="Marketing Emails"
          hint={`News about ${product.name}. We send none today; if we ever do, what you choose here holds.`}
          isOn={values.notification_marketing_emails}
          onChange={(isOn) => change({ notification_marketing_emails: isOn })}
        />
      </div>
    </SectionCard>
  )
}
