import type { Answer } from '../custom-fields/custom-fields.ts'
import { describeFieldType } from '../custom-fields/field-types.ts'
import { dateTextOf, momentText, timeText } from '../time/time-text.ts'
import type { Viewer } from '../time/viewer.ts'

/** Formats an answer. Dates and times are local, the same in every zone; only their format depends on the viewer. */
export function answerText(type: string, answer: Answer, viewer: Viewer): string {
  if (typeof answer !== 'string') return answer.join(', ')
  const wall = { ...viewer, timeZone: 'UTC' }
  const { control } = describeFieldType(type)
  if (control === 'date') return dateTextOf(answer, wall)
  if (control === 'datetime') return momentText(`${answer}Z`, wall)
  if (control === 'time') return timeText(`1970-01-01T${answer}Z`, wall)
  return answer
}
