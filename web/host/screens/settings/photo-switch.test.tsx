import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { settingsDefaults } from '../../../../contract/account/settings-options.ts'
import { PhotoSwitch } from './photo-switch.tsx'

test.each([
  { hasPhoto: true, isOn: false, isDisabled: false, hint: /Default. The photo of your Google account/ },
  { hasPhoto: true, isOn: true, isDisabled: false, hint: /Everyone with a link/ },
  { hasPhoto: false, isOn: false, isDisabled: true, hint: /Your Google account has no photo/ },
  // Its host can still change their mind.
  { hasPhoto: false, isOn: true, isDisabled: false, hint: /Your Google account has no photo/ },
])('says whether there is a photo to show: $hasPhoto, $isOn', ({ hasPhoto, isOn, isDisabled, hint }) => {
  const html = renderToStaticMarkup(
    <PhotoSwitch
      values={{ ...settingsDefaults, show_photo: isOn }}
      isDefault={() => !isOn}
      change={() => {}}
      hasPhoto={hasPhoto}
    />,
  )
  expect(html).toMatch(hint)
  expect(html.includes('disabled=""')).toBe(isDisabled)
})
