import {
  AlignLeft,
  Calendar,
  CalendarClock,
  CircleDot,
  Clock,
  Hash,
  Heading,
  type LucideIcon,
  Mail,
  Phone,
  SeparatorHorizontal,
  SquareCheck,
  SquareChevronDown,
  TextCursorInput,
} from 'lucide-react'
import { createElement } from 'react'
import type { FieldType } from '../../../contract/custom-fields.ts'

const icons: Readonly<Record<FieldType | 'checkbox', LucideIcon>> = {
  'single-line': TextCursorInput,
  'multi-line': AlignLeft,
  email: Mail,
  phone: Phone,
  number: Hash,
  radio: CircleDot,
  checkboxes: SquareCheck,
  checkbox: SquareCheck,
  dropdown: SquareChevronDown,
  date: Calendar,
  datetime: CalendarClock,
  time: Clock,
  header: Heading,
  separator: SeparatorHorizontal,
}
const byType: ReadonlyMap<string, LucideIcon> = new Map(Object.entries(icons))

export const TypeIcon = ({ type, className }: { type: string; className?: string }) =>
  createElement(byType.get(type) ?? TextCursorInput, { 'aria-hidden': true, className })
