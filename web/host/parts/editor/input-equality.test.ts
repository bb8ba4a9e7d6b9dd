import { expect, it } from 'vitest'
import { areInputsEqual } from './input-equality.ts'

const field = (label: string, id?: string) => ({ ...(id && { id }), label, fieldPosition: 0 })
const event = (title: string, own: object, reference = 'a') => ({
  title,
  customFieldsCollections: [own, { id: reference, collectionStage: 'onBooking' }],
})

it('ignores newly assigned ids, and nothing else', () => {
  const sent = event('Talk', { name: 'Own', fields: [field('Mood')] })
  expect(areInputsEqual(sent, event('Talk', { id: 'b', name: 'Own', fields: [field('Mood', 'c')] }))).toBe(
    true,
  )
  expect(areInputsEqual(sent, event('Talk', { name: 'Own', fields: [field('Mode')] }))).toBe(false)
  expect(areInputsEqual(sent, event('Walk', { name: 'Own', fields: [field('Mood')] }))).toBe(false)
  expect(areInputsEqual(sent, event('Talk', { name: 'Own', fields: [field('Mood')] }, 'd'))).toBe(false)
})
