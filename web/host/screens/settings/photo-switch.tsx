import { Switch } from '../../../ui/switch.tsx'
import { hintOf, type SectionProps } from './general-section.tsx'

type PhotoSwitchProps = Omit<SectionProps, 'errors'> & {
  /** Whether the host's Google account has a photo. */
  hasPhoto: boolean
}

/** Whether invitees see the host's photo. Without one, it can only be turned off. */
export function PhotoSwitch({ values, change, isDefault, hasPhoto }: PhotoSwitchProps) {
  const isOn = values.show_photo
  return (
    <Switch
      isSpread
      label="Your photo on booking pages"
      hint={
        hasPhoto
          ? hintOf(
              isDefault('show_photo'),
              'The photo of your Google account. Everyone with a link to one of your events or bookings sees it.',
            )
          : 'Your Google account has no photo. Add one there, then sign in again.'
      }
      isDisabled={!hasPhoto && !isOn}
      isOn={isOn}
      onChange={(isShown) => change({ show_photo: isShown })}
    />
  )
}
