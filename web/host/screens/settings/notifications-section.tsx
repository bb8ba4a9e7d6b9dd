import { product } from '../../../../contract/product.ts'
import { SectionCard } from '../../../ui/card.tsx'
import { Switch } from '../../../ui/switch.tsx'
import { hintOf, type SectionProps } from './general-section.tsx'

export function NotificationsSection({ values, change, isDefault }: SectionProps) {
  return (
    <SectionCard
      title="Notifications"
      description="Changes apply immediately, including to reminders already scheduled."
    >
      <div className="grid gap-5">
        <Switch
          isSpread
          label="Email notifications"
          hint={hintOf(
            isDefault('notification_emails'),
            'Get an email when someone books, changes or cancels a meeting. Invitees and guests are always notified.',
          )}
          isOn={values.notification_emails}
          onChange={(isOn) => change({ notification_emails: isOn })}
        />
        <Switch
          isSpread
          label="Booking reminders"
          hint={hintOf(
            isDefault('notification_booking_reminders'),
            'Emails to you and your invitee, 24 hours and 1 hour before each meeting.',
          )}
          isOn={values.notification_booking_reminders}
          onChange={(isOn) => change({ notification_booking_reminders: isOn })}
        />
        <Switch
          isSpread
          label="Marketing emails"
          hint={hintOf(
            isDefault('notification_marketing_emails'),
            `News about ${product.name}. We don’t send any yet; we’ll respect this choice if we do.`,
          )}
          isOn={values.notification_marketing_emails}
          onChange={(isOn) => change({ notification_marketing_emails: isOn })}
        />
      </div>
    </SectionCard>
  )
}
