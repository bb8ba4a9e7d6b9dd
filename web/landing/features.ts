import { CalendarSync, Clock4, Link2, ListChecks, type LucideIcon, ShieldCheck, Tags } from 'lucide-react'

export const features: readonly { icon: LucideIcon; title: string; text: string }[] = [
  {
    icon: ListChecks,
    title: 'Custom fields',
    text: 'Ask what you need to know on every booking, and read the answers in your calendar with the extension.',
  },
  { icon: Tags, title: 'Tags and labels', text: 'Keep bookings sorted the way you think about them.' },
  {
    icon: ShieldCheck,
    title: 'Smart scheduling',
    text: 'What is busy in your calendar is never offered to anybody.',
  },
  {
    icon: Clock4,
    title: 'Flexible time slots',
    text: 'Any duration, and as many ranges a weekday as your week really has.',
  },
  {
    icon: Link2,
    title: 'Easy booking',
    text: 'One link to share. No account, no back and forth for your invitees.',
  },
  {
    icon: CalendarSync,
    title: 'Calendar sync',
    text: 'Bookings appear in Google Calendar at once: no double bookings.',
  },
]
