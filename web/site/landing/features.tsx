import type { Feature } from '../feature-cards.tsx'
import {
  CalendarsDrawing,
  FieldsDrawing,
  LinkDrawing,
  RangesDrawing,
  SmartDrawing,
} from '../feature-drawings.tsx'
import { TagsDrawing } from '../tags-drawing.tsx'

export const features: readonly Feature[] = [
  {
    title: 'Custom fields',
    text: 'Ask what you need to know on every booking, and read the answers in your calendar through the browser extension.',
    Drawing: FieldsDrawing,
  },
  {
    title: 'Tags and labels',
    text: 'Keep bookings sorted the way you think about them.',
    Drawing: TagsDrawing,
  },
  {
    title: 'Smart scheduling',
    text: 'What is busy in your calendar is blocked at once. Nobody is ever offered it.',
    Drawing: SmartDrawing,
  },
  {
    title: 'Flexible time slots',
    text: 'Any duration, and as many ranges a weekday as your week really has.',
    Drawing: RangesDrawing,
  },
  {
    title: 'Easy booking',
    text: 'One link to share. Your invitees need no account, and nobody writes back and forth.',
    Drawing: LinkDrawing,
  },
  {
    title: 'Calendar sync',
    text: 'Bookings go into Google Calendar by themselves, and what is there prevents double bookings.',
    Drawing: CalendarsDrawing,
  },
]
