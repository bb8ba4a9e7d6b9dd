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
import type { FieldControlKind } from '../../contract/custom-fields/field-types/field-type.ts'
import { describeFieldType } from '../../contract/custom-fields/field-types.ts'

const icons: Readonly<Record<FieldControlKind, LucideIcon>> = {
  text: TextCursorInput,
  textarea: AlignLeft,
  email: Mail,
  tel: Phone,
  number: Hash,
  radio: CircleDot,
  checkbox: SquareCheck,
  select: SquareChevronDown,
  date: Calendar,
  datetime: CalendarClock,
  time: Clock,
  header: Heading,
  separator: SeparatorHorizontal,
}

export const TypeIcon = ({ type, className }: { type: string; className?: string }) =>
  createElement(icons[type === 'checkbox' ? 'checkbox' : describeFieldType(type).control], {
    'aria-hidden': true,
    className,
  })
