// What `npm run screenshots` does on a screen to show a state that is hard to come by.

/** Bookings of which only the event's zone moved, only the invitee's, and both. */
export async function changeZones(page) {
  const zone = (timeZone, agreed, now, isInvitees = false) => {
    const [agreedOffset, offset] = [agreed * 3600, now * 3600]
    return { timeZone, isInvitees, isMoved: agreed !== now, agreedOffset, offset, offsetIfMoved: offset }
  }
  const regina = zone('America/Regina', -6, -5)
  const phoenix = zone('America/Phoenix', -7, -6, true)
  const bookings = [[regina], [zone('Europe/Stockholm', 1, 1), phoenix], [regina, phoenix]].map(
    (zones, at) => {
      const [startUtc, agreedStartUtc] = [15, 14].map((hour) => `2027-01-12T${hour + at}:00:00.000Z`)
      return { id: `${at}`, title: 'Intro call', fullName: 'Jonas Weber', startUtc, agreedStartUtc, zones }
    },
  )
  await page.route('**/zoneChanges', (route) =>
    route.fulfill({ json: { success: true, data: { bookings } } }),
  )
  await page.reload({ waitUntil: 'networkidle' })
}

export async function unreadableTimes(page) {
  await page.getByLabel('Find a zone').fill('brazil')
  const monday = page.getByRole('group', { name: 'Monday' })
  await monday.getByLabel('Start time').fill('noon')
  const tuesday = page.getByRole('group', { name: 'Tuesday' })
  await tuesday.getByLabel('Start time').fill('0:30')
  await tuesday.getByLabel('End time').fill('23:30')
  await tuesday.getByLabel('End time').blur()
}

/** The question after an event was deleted elsewhere. */
export async function deletedElsewhere(page) {
  await page.route('**/boomEvents/*', (route) =>
    route.request().method() === 'PUT'
      ? route.fulfill({ status: 404, json: { success: false, error: 'Not found', code: 'not_found' } })
      : route.fallback(),
  )
  await page.getByRole('button', { name: 'Update Event' }).click()
  await page.getByRole('alertdialog').waitFor()
}
