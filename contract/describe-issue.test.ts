import { expect, test } from 'vitest'
import { z } from 'zod'
import { endpoints } from './api/endpoints.ts'
import type { Endpoint } from './endpoint.ts'
import { describeIssue } from './describe-issue.ts'

const values = [
  null,
  true,
  -1,
  1.5,
  'abc',
  '',
  'x'.repeat(10_000),
  [],
  {},
  [null],
  [1],
  [[]],
  [{}],
  [{ id: [] }],
  [{ id: '', fields: [{ id: '', value: {} }] }],
  [{ id: '', fields: [{ id: '', value: ['', 1] }] }],
  [{ id: '', fields: [{ id: '', value: Array.from({ length: 1000 }, () => '') }] }],
]

/** The messages for each value in each field. */
function messagesOf(schema: z.ZodType): string[] {
  const { properties = {} } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' })
  return Object.keys(properties).flatMap((key) =>
    values.flatMap((value) => {
      const { error } = schema.safeParse({ [key]: value }, { error: describeIssue })
      return error?.issues.map(({ message }) => message) ?? []
    }),
  )
}

test('no call answers a wrong type with a message of the library', () => {
  const all = Object.values(endpoints as Record<string, Endpoint>)
  const schemas = all.flatMap(({ query, headers, body }) =>
    [query, headers, body].filter((one) => one !== undefined),
  )
  const messages = new Set(schemas.flatMap(messagesOf))
  expect(
    [...messages].filter((message) => /^(Invalid|Too|Unrecognized)|received|is invalid/.test(message)),
  ).toEqual([])
  expect([...messages]).toEqual(
    expect.arrayContaining([
      'touched must be a list',
      'rules must be an object',
      'duration must be a number',
      'isDeleted must be false',
      'timezone can have at most 64 characters',
      'replacement can’t be empty',
      'event is missing',
      'customFieldsCollections.0.fields.0.value must be text or a list or a number or true or false or null',
      'customFieldsCollections.0.fields.0.value.1 must be text',
      'customFieldsCollections.0.fields.0.value can have at most 100 entries',
    ]),
  )
})
