import { expect, test } from 'vitest'
import { noSettings } from '../../contract/account/settings-options.ts'
import { mailContent, type MailInput } from './mail-wording.ts'
import { mailHtml } from './html-part.tsx'
import { mailText } from './plain-text-part.ts'

const startAt = Date.parse('2027-01-05T15:00:00Z')
const booking = {
  id: 'an-id',
  hostId: 'host',
  title: 'Intro call',
  description: '',
  meetVia: 'google-meet',
  meetingUrl: null,
  videoCallFailedAt: null,
  location: '',
  timezone: 'America/New_York',
  inviteeTimezone: 'Europe/Berlin',
  inviteeHour12: null,
  fullName: 'Bob Marsh',
  email: 'bob@example.com',
  canceledBy: null,
  customFields: [],
  startAt,
  endAt: startAt + 1_800_000,
} as unknown as MailInput['booking']

const content = (
  change: Partial<MailInput['booking']> = {},
  mail: Partial<MailInput['mail']> = {},
  settings: MailInput['settings'] = noSettings,
) =>
  mailContent({
    booking: { ...booking, ...change },
    host: { name: 'Maya Lindqvist', email: 'maya@example.com' },
    settings,
    mail: { kind: 'booked', role: 'invitee', message: '', previousStartAt: null, ...mail },
    changeLinks: [],
    publicUrl: 'https://meet.example.com',
    stopUrl: null,
  })

test.each([
  [{ kind: 'booked', role: 'invitee' }, 'Confirmed: Intro call with Maya Lindqvist, Tue, Jan 5, 4:00 PM'],
  [{ kind: 'booked', role: 'host' }, 'New booking: Intro call with Bob Marsh, Tue, Jan 5, 10:00 AM'],
  [{ kind: 'changed', role: 'invitee' }, 'Updated: Intro call with Maya Lindqvist, Tue, Jan 5, 4:00 PM'],
  [
    { kind: 'changed', role: 'host', previousStartAt: 0 },
    'Moved: Intro call with Bob Marsh, Tue, Jan 5, 10:00 AM',
  ],
  [{ kind: 'canceled', role: 'guest' }, 'Canceled: Intro call with Maya Lindqvist, Tue, Jan 5, 10:00 AM'],
  [{ kind: 'reminder', role: 'invitee' }, 'Reminder: Intro call with Maya Lindqvist, Tue, Jan 5, 4:00 PM'],
  [{ kind: 'invited', role: 'guest' }, 'Invitation: Intro call with Maya Lindqvist, Tue, Jan 5, 10:00 AM'],
  [
    { kind: 'shared', role: 'recipient' },
    'Shared with you: Intro call with Maya Lindqvist, Tue, Jan 5, 10:00 AM',
  ],
] as const)('%j has the right subject', (mail, subject) => {
  expect(content({}, mail).subject).toBe(subject)
})

test.each(['invited', 'readdressed', 'shared'] as const)(
  'an email of kind %s ends its sentence once after initials',
  (kind) => {
    const mail = { kind, role: 'guest', message: '', previousStartAt: null } as const
    const host = { name: 'John D.', email: 'john@example.com' }
    const named = { ...booking, fullName: 'Bob M.' }
    const { lead } = mailContent({
      booking: named,
      host,
      settings: noSettings,
      mail,
      changeLinks: [],
      publicUrl: 'https://meet.example.com',
      stopUrl: null,
    })
    expect(lead).toMatch(/[^.]\.$/)
  },
)

test("only the host’s own emails use the host's saved clock and zone", () => {
  const settings: MailInput['settings'] = {
    time_format: '24hour',
    timezone: 'Asia/Kathmandu',
    defaults: [],
  }
  const field = { id: 'f1', type: 'time', label: 'Until', value: '23:30' }
  const customFields = [{ id: 'c1', collectionStage: 'onBooking', fields: [field] }] as never
  const mail = (role: 'host' | 'invitee' | 'guest') =>
    content({ customFields }, { kind: 'changed', role, previousStartAt: startAt - 3_600_000 }, settings)
  expect(mail('host')).toMatchObject({
    subject: 'Moved: Intro call with Bob Marsh, Tue, Jan 5, 20:45',
    when: { time: '20:45 – 21:15', zone: 'Asia/Kathmandu (GMT+5:45)', before: 'Tue, Jan 5, 19:45' },
    answers: [{ label: 'Until', text: '23:30' }],
  })
  expect(mail('invitee').answers).toMatchObject([{ text: '11:30 PM' }])
  expect(mail('invitee').when).toMatchObject({ time: '4:00 – 4:30 PM', zone: 'Europe/Berlin (GMT+1)' })
  expect(mail('guest').when).toMatchObject({ time: '10:00 – 10:30 AM', zone: 'America/New York (GMT-5)' })
})

test('an email about a change names what changed, and the time only beside other things', () => {
  const rowsOf = (mail: Partial<MailInput['mail']>) =>
    content({}, { kind: 'changed', changed: { fullName: 'a', email: 'b' }, ...mail }).rows[0]
  expect(rowsOf({})).toMatchObject({ label: 'What changed', text: 'Name, Email address' })
  expect(rowsOf({ previousStartAt: 0 })).toMatchObject({ text: 'Time, Name, Email address' })
  for (const mail of [{ previousStartAt: 0, changed: {} }, { kind: 'canceled' }] as const)
    expect(rowsOf(mail)).toMatchObject({ label: 'Host' })
})

test.each([
  [{ role: 'host', by: 'host' }, 'You booked this meeting with Bob Marsh.'],
  [{ role: 'host', by: 'invitee' }, 'Bob Marsh booked a time with you.'],
  [{ role: 'invitee', by: 'host' }, 'Maya Lindqvist booked a meeting with you.'],
  [{ role: 'invitee', by: 'invitee' }, 'Your meeting with Maya Lindqvist is booked.'],
] as const)('a new booking names who booked: %j', ({ role, by }, lead) => {
  expect(content({}, { role, by: { role: by, email: null } as never }).lead).toBe(lead)
})

test.each([
  [{ role: 'host', by: 'host' }, 'You canceled this meeting.'],
  [{ role: 'host', by: 'invitee' }, 'Bob Marsh canceled this meeting.'],
  [{ role: 'invitee', by: 'host' }, 'Maya Lindqvist canceled this meeting.'],
  [{ role: 'invitee', by: 'invitee' }, 'You canceled this meeting.'],
  [{ role: 'guest', by: 'invitee' }, 'Bob Marsh canceled this meeting.'],
  [{ role: 'guest', by: null }, 'This meeting has been canceled.'],
] as const)('a cancellation names who canceled: %j', ({ role, by }, lead) => {
  expect(content({ canceledBy: by }, { kind: 'canceled', role }).lead).toBe(lead)
})

test.each([
  [
    { kind: 'changed', role: 'host', previousStartAt: 0 },
    'A guest (ann@example.com) moved your meeting with Bob Marsh to a new time.',
  ],
  [
    { kind: 'changed', role: 'invitee', previousStartAt: 0 },
    'A guest (a…@example.com) moved your meeting with Maya Lindqvist to a new time.',
  ],
  [
    { kind: 'changed', role: 'guest', previousStartAt: 0, to: 'Ann@example.com' },
    'You moved your meeting with Maya Lindqvist to a new time.',
  ],
  [{ kind: 'canceled', role: 'host' }, 'A guest (ann@example.com) canceled this meeting.'],
  [
    { kind: 'canceled', role: 'guest', to: 'cy@example.com' },
    'A guest (a…@example.com) canceled this meeting.',
  ],
  [
    { kind: 'invited', role: 'guest' },
    'A guest (a…@example.com) invited you to a meeting with Maya Lindqvist and Bob Marsh.',
  ],
  [
    { kind: 'shared', role: 'recipient' },
    'A guest (a…@example.com) shared this booking with you: Bob Marsh and Maya Lindqvist.',
  ],
] as const)('names the guest who acted, to the host alone by address: %j', (mail, lead) => {
  expect(content({}, { ...mail, by: { role: 'guest', email: 'ann@example.com' } }).lead).toBe(lead)
})

test('names host and invitee who acted, each once', () => {
  const lead = (mail: Partial<MailInput['mail']>, role: 'host' | 'invitee') =>
    content({}, { ...mail, by: { role, email: '' } }).lead
  expect(lead({ kind: 'changed', role: 'invitee' }, 'host')).toBe(
    'Maya Lindqvist changed the details of your meeting.',
  )
  expect(lead({ kind: 'changed', role: 'invitee', previousStartAt: 0 }, 'invitee')).toBe(
    'You moved your meeting with Maya Lindqvist to a new time.',
  )
  expect(lead({ kind: 'invited', role: 'guest' }, 'invitee')).toBe(
    'Bob Marsh invited you to a meeting with Maya Lindqvist.',
  )
})

test('shows how to meet, and where once it is known', () => {
  const how = (change: Partial<MailInput['booking']>) =>
    content(change).rows.filter(({ id }) => id === 'how' || id === 'place')
  const meetingUrl = 'https://meet.google.com/abc'
  expect(how({})).toMatchObject([{ text: 'Google Meet. We’ll email you the link once it’s ready.' }])
  expect(how({ meetingUrl })).toMatchObject([
    { text: 'Google Meet' },
    { label: 'Meeting link', link: { text: meetingUrl, url: meetingUrl } },
  ])
  expect(how({ meetVia: 'phone', location: '+49 (30) 123-456' })).toMatchObject([
    { text: 'Phone call' },
    { label: 'Phone number', link: { url: 'tel:+4930123456' } },
  ])
  expect(how({ meetVia: 'in-person', location: 'Main Street 1' })).toMatchObject([
    { text: 'In person' },
    { label: 'Address', text: 'Main Street 1' },
  ])
  // Neither is a link, even if it looks like one.
  for (const location of ['javascript:alert(1)', 'https://a.example/\nb', 'http://']) {
    expect(how({ meetVia: 'zoom', location })[1]).toEqual({
      id: 'place',
      label: 'Meeting link',
      text: location,
    })
  }
  expect(JSON.stringify(content({ meetingUrl }, { kind: 'canceled' }))).not.toContain(meetingUrl)
})

test('the previous time of a meeting has its offset if that differs or its clock time is repeated', () => {
  const moved = (start: number, previousStartAt: number) =>
    content(
      { inviteeTimezone: 'America/New_York', startAt: start, endAt: start + 1_800_000 },
      { kind: 'changed', previousStartAt },
    ).when!.before
  const hour = (at: number) => Date.UTC(2027, 10, 7, at)
  expect(moved(hour(14), hour(15))).toBe('Sun, Nov 7, 10:00 AM')
  expect(moved(hour(14), hour(-11))).toBe('Sat, Nov 6, 9:00 AM GMT-4')
  expect(moved(hour(6), hour(5))).toBe('Sun, Nov 7, 1:00 AM GMT-4')
  expect(moved(hour(14), hour(6))).toBe('Sun, Nov 7, 1:00 AM GMT-5')
})

test('markup in user input stays text, and nothing is loaded from elsewhere', () => {
  const evil = '<img src=x onerror=alert(1)>"\'&'
  const html = mailHtml(
    content({ title: evil, fullName: evil, description: evil }, { role: 'host', message: evil }),
  )
  expect(html).not.toContain('<img src=x')
  expect(html.match(/<img[^>]*>/g)).toEqual([expect.stringContaining('src="cid:logo"')])
  expect(html).not.toMatch(/<(script|link|iframe|object)/)
  expect(html).not.toMatch(/src="(?!cid:)|url\(|@import/)
})

test('a title, a name, a description and a message have their own direction', () => {
  const hebrew = 'דוד (PhD)'
  const html = mailHtml(
    content({ title: hebrew, fullName: hebrew, description: hebrew }, { role: 'host', message: hebrew }),
  )
  const openingTags = html.match(/<(h1|p)\b[^>]*>(?=דוד \(PhD\)<)/g)!
  expect(openingTags).toHaveLength(4)
  for (const tag of openingTags) expect(tag).toContain(' dir="auto"')
})

test('the text contains everything that the HTML does', () => {
  const mail = content(
    { description: 'Bring questions.', meetingUrl: 'https://meet.google.com/abc' },
    { kind: 'changed', message: 'Sorry!\nMaya', previousStartAt: startAt - 3_600_000 },
  )
  const html = mailHtml(mail)
  const text = mailText(mail)
  for (const said of [
    mail.heading,
    mail.lead,
    mail.when!.day,
    mail.when!.time,
    mail.when!.zone,
    mail.when!.before!,
    mail.about,
    ...mail.rows.flatMap(({ label, text: own, link }) => [label, own, link?.text ?? '']),
    ...mail.actions.map(({ url }) => url),
    mail.why,
  ]) {
    expect(text).toContain(said)
    expect(html).toContain(said)
  }
  expect(text).toContain('> Sorry!\n> Maya')
  expect(html).toContain('color-scheme')
  expect(html).toContain('prefers-color-scheme: dark')
})

test.each([
  [
    { kind: 'changed', role: 'host', previousStartAt: 0 },
    'Your team member max@example.com moved your meeting with Bob Marsh to a new time.',
  ],
  [
    { kind: 'changed', role: 'invitee', previousStartAt: 0 },
    'Someone on Maya Lindqvist’s team moved your meeting with Maya Lindqvist to a new time.',
  ],
  [{ kind: 'canceled', role: 'guest' }, 'Someone on Maya Lindqvist’s team canceled this meeting.'],
] as const)('names the team member who acted to the host alone: %j', (mail, lead) => {
  expect(content({}, { ...mail, by: { role: 'member', email: 'max@example.com' } }).lead).toBe(lead)
})

test('a name in Hebrew is isolated from the sentence that it begins', () => {
  const mail = content({ fullName: 'דוד כהן' }, { kind: 'booked', role: 'host' })
  expect(mail.lead).toBe('\u2068דוד כהן\u2069 booked a time with you.')
  expect(mailText(mail)).toContain('because \u2068דוד כהן\u2069 has a booking with you.')
})

test('a title and a name in Hebrew are isolated in the subject', () => {
  const mail = content({ title: 'ייעוץ!', fullName: 'דוד כהן' }, { kind: 'booked', role: 'host' })
  expect(mail.subject).toMatch(/^New booking: \u2068ייעוץ!\u2069 with \u2068דוד כהן\u2069, Tue, Jan 5,/)
})

test('a name in Hebrew is isolated where the email says who has no link yet', () => {
  const failed = { fullName: 'דוד כהן', meetVia: 'google-meet', videoCallFailedAt: 1 } as const
  expect(mailText(content(failed, { kind: 'booked', role: 'host' }))).toContain(
    'tell \u2068דוד כהן\u2069 how to join',
  )
})
