import { expect, it } from 'vitest'
import { newField } from './field-draft.ts'
import { fieldIds, fieldSummary } from './field-summary.ts'

it('reports the fields of the last attempt to save, and not one added since', () => {
  const fields = [newField(), { ...newField(), label: 'Company' }]
  const submitted = fieldIds(fields)
  const added = [...fields, newField()]
  expect(fieldSummary(added, submitted, new Map(), null)).toEqual([
    { fieldId: `field-${fields[0]!.id}-edit`, message: expect.stringMatching(/^Field 1: /) },
  ])
  expect(fieldSummary(added, fieldIds(added), new Map(), added[2]!.id)).toHaveLength(2)
})
