import { MAX_RANGES_A_DAY } from '../../../contract/hours/weekly-availability.ts'
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
    text: 'Ask what you need to know on every booking, and see the answers in your calendar with the browser extension.',
    Drawing: FieldsDrawing,
  },
  {
    title: 'Tags and labels',
    text: 'Organize your bookings the way you think about them.',
    Drawing: TagsDrawing,
  },
  {
    title: 'Smart scheduling',
    text: 'Busy times in your calendar are hidden instantly, so you’re never double-booked.',
    Drawing: SmartDrawing,
  },
  {
    title: 'Flexible time slots',
    text: `Custom durations, and up to ${MAX_RANGES_A_DAY} time ranges per day.`,
    Drawing: RangesDrawing,
  },
  {
    title: 'Easy booking',
    text: 'Share one link. No accounts, no back-and-forth.',
    Drawing: LinkDrawing,
  },
  {
    title: 'Calendar sync',
    text: 'Bookings land in Google Calendar automatically, and events already there prevent double bookings.',
    Drawing: CalendarsDrawing,
  },
]
