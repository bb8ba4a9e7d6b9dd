import { expect, it } from 'vitest'
import { isSameInput } from './same-input.ts'

const field = (label: string, id?: string) => ({ ...(id && { id }), label, fieldPosition: 0 })
const event = (title: string, own: object, reference = 'a') => ({
  title,
  customFieldsCollections: [own, { id: reference, collectionStage: 'onBooking' }],
})

it('takes what has just got its ids for the same, and nothing else', () => {
  const sent = event('Talk', { name: 'Own', fields: [field('Mood')] })
  expect(isSameInput(sent, event('Talk', { id: 'b', name: 'Own', fields: [field('Mood', 'c')] }))).toBe(true)
  expect(isSameInput(sent, event('Talk', { name: 'Own', fields: [field('Mode')] }))).toBe(false)
  expect(isSameInput(sent, event('Walk', { name: 'Own', fields: [field('Mood')] }))).toBe(false)
  expect(isSameInput(sent, event('Talk', { name: 'Own', fields: [field('Mood')] }, 'd'))).toBe(false)
})
