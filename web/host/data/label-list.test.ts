import { describe, expect, it } from 'vitest'
import { type LabelColor, labelColors } from '../../../contract/labels/label-options.ts'
import type { Label } from '../../../contract/labels/label.schema.ts'
import { labelStates, named, nextColor, searched, withKnownLabels } from './label-list.ts'

const label = (id: string, name: string, color: LabelColor = 'red'): Label => ({
  id,
  name,
  color,
  createdAt: '',
})
const labels = [label('a', 'VIP'), label('b', 'Follow up'), label('c', 'Überblick')]

it('finds labels by a part of their name, ignoring case', () => {
  expect(searched(labels, ' UP ').map(({ id }) => id)).toEqual(['b'])
  expect(searched(labels, 'ÜBER').map(({ id }) => id)).toEqual(['c'])
  expect(searched(labels, '')).toEqual(labels)
})

it('knows a name that is taken', () => {
  expect(named(labels, ' follow  UP ')?.id).toBe('b')
  expect(named(labels, 'Follow')).toBeUndefined()
})

it('offers each color once before it offers one twice, gray last', () => {
  const made: Label[] = []
  for (let n = 0; n <= labelColors.length; n++) made.push(label(`${n}`, `${n}`, nextColor(made)))
  const colors = made.map(({ color }) => color)
  expect(new Set(colors.slice(0, -1))).toEqual(new Set(labelColors))
  expect(colors.at(-2)).toBe('gray')
  expect(colors.at(-1)).toBe(colors[0])
})

it('distinguishes labels that all items have from labels that only some have', () => {
  const states = labelStates([{ labelIds: ['a', 'b'] }, { labelIds: ['b'] }])
  expect([[...states.all], [...states.some]]).toEqual([['b'], ['a']])
  expect(labelStates([])).toEqual({ all: new Set(), some: new Set() })
})

describe('filters', () => {
  const search = { labels_any: 'a,gone', labels_none: 'gone', booking_q: 'bob' }

  it('lose labels that don’t exist', () => {
    expect(withKnownLabels(search, labels)).toEqual({ labels_any: 'a', booking_q: 'bob' })
  })

  it('stay as they are until the labels are known', () => {
    expect(withKnownLabels(search, undefined)).toEqual(search)
  })
})
