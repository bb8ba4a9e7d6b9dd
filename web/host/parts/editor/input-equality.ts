/**
 * Whether two bodies save the same. New fields have no ids before they are saved, so ids of anything with fields are
 * ignored.
 */
export const areInputsEqual = (one: object, other: object) => textOf(one) === textOf(other)

const textOf = (input: object) =>
  JSON.stringify(input, (_, value: unknown) =>
    typeof value === 'object' && value !== null && ('fields' in value || 'fieldPosition' in value)
      ? { ...value, id: undefined }
      : value,
  )
