import { expect, test } from 'vitest'
import { mailHtml } from './html-part.tsx'

const content = {
  subject: 'Confirmed: Intro call',
  preview: 'Tuesday',
  tone: 'good',
  badge: 'Confirmed',
  heading: 'Intro call',
  lead: 'Your meeting is booked.',
  when: {
    leaf: { month: 'Jan', day: '5' },
    day: 'Tuesday, January 5, 2027',
    time: '4:00 – 4:30 PM',
    zone: 'Europe/Berlin (GMT+1)',
    before: null,
    isOff: false,
  },
  quote: null,
  rows: [],
  about: '',
  answers: [],
  actions: [
    { label: 'View booking', url: 'https://meet.example.com/view' },
    { label: 'Reschedule', url: 'https://meet.example.com/move' },
    { label: 'Cancel', url: 'https://meet.example.com/cancel' },
  ],
  why: 'You booked.',
  stopUrl: null,
} as const

/** The lines as Outlook draws them: only paragraphs and cells start new ones, whatever the style of the others. */
const lines = (html: string) =>
  html
    .replaceAll(/<(head)>[\s\S]*?<\/\1>/g, '')
    .replaceAll(/<\/?(p|h1|div|table|tr|td|br)\b[^>]*>/g, '\n')
    .replaceAll(/<[^>]+>/g, '')
    .split('\n')
    .map((line) => line.trim())

test('in Outlook, which ignores the padding and display of inline elements, no words run together', () => {
  const drawn = lines(mailHtml({ ...content, rows: [], answers: [], actions: [...content.actions] }))
  expect(drawn).toContain('View booking Reschedule Cancel')
  expect(drawn).toEqual(expect.arrayContaining(['Jan', '5']))
})
