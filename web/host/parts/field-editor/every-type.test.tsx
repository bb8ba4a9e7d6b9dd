import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, test } from 'vitest'
import { answerError, isMissing } from '../../../../contract/custom-fields/custom-fields.ts'
import {
  describeFieldType,
  fieldTypes,
  hasOptions,
  isLayout,
  isSeparator,
  nameFieldType,
} from '../../../../contract/custom-fields/field-types.ts'
import type { FieldControlKind } from '../../../../contract/custom-fields/field-types/field-type.ts'
import { FieldControl } from '../../../fields/field-control.tsx'
import { answerText } from '../../../../contract/bookings/answer-text.ts'
import { errorsOf, inputOf, newField } from './field-draft.ts'
import { FieldPanel } from './field-panel.tsx'
import { TypeIcon } from '../../../fields/type-icon.tsx'

const markup: Record<FieldControlKind, RegExp> = {
  text: /<input[^>]* type="text"/,
  textarea: /<textarea/,
  email: /<input[^>]* type="email"/,
  tel: /<input[^>]* type="tel"/,
  number: /<input[^>]* type="text" inputMode="decimal"/,
  date: /<input[^>]* type="date"/,
  datetime: /<input[^>]* type="date".*<input[^>]* aria-label="[^"]*, time"/,
  time: /<input[^>]* type="text"/,
  radio: /role="radiogroup".*<input[^>]* type="radio"/s,
  checkbox: /role="group".*<input[^>]* type="checkbox"/s,
  select: /<select.*<option>Red<\/option>/s,
  header: /<h4/,
  separator: /<hr/,
}
const answers: Partial<Record<FieldControlKind, string>> = {
  email: 'bob@example.com',
  tel: '+1 555 0100',
  number: '12.5',
  date: '2027-01-04',
  datetime: '2027-01-04T15:00',
  time: '15:00',
  radio: 'Red',
  checkbox: 'Red',
  select: 'Red',
}
const viewer = { locale: 'en-US', timeZone: 'UTC', hour12: null }
const nothing = () => {}

describe.each(fieldTypes)('a field of type %s', (type) => {
  const { control, label } = describeFieldType(type)
  const field = { id: 'a', type, label: 'Color', description: '', options: ['Red'], isRequired: true }
  const answer = answers[control] ?? 'Anything'

  test('has its control', () => {
    const html = renderToStaticMarkup(<FieldControl field={field} id="a" answer="" onChange={nothing} />)
    expect(html).toMatch(markup[control])
  })

  test('is validated and formatted', () => {
    expect(answerError(field, answer)).toBeNull()
    if (describeFieldType(type).answerError) expect(answerError(field, 'x')).not.toBeNull()
    expect(isMissing(field, '')).toBe(!isLayout(type))
    expect(answerText(type, answer, viewer)).not.toMatch(/invalid|^$/i)
  })

  test('can be edited and has a name, its own properties and an icon', () => {
    const draft = { ...newField(), type, label: 'Color', options: 'Red' }
    const panel = renderToStaticMarkup(
      <FieldPanel
        field={draft}
        errors={errorsOf(draft)}
        isFirst
        isLast
        onChange={nothing}
        onMove={nothing}
        onDone={nothing}
      />,
    )
    expect(nameFieldType(type)).toBe(label)
    expect(panel).toContain(`>${label}</option>`)
    expect(panel.includes('Options')).toBe(hasOptions(type))
    expect(panel.includes('Required')).toBe(!isLayout(type))
    expect(inputOf([draft])[0]).toMatchObject({ type, label: isSeparator(type) ? '' : 'Color' })
    expect(renderToStaticMarkup(<TypeIcon type={type} />)).toContain('<svg')
  })
})
