import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { paths } from '../pages/pages.ts'
import { nameError, nameFrom, nameMessages } from './readable-links.ts'

describe('names in links', () => {
  test.each([
    ['maya', null],
    ['maya-2', null],
    ['a1b', null],
    ['x'.repeat(40), null],
    ['ab', nameMessages.length],
    ['x'.repeat(41), nameMessages.length],
    ['-maya', nameMessages.shape],
    ['maya-', nameMessages.shape],
    ['may a', nameMessages.shape],
    ['Maya', nameMessages.shape],
    ['mäya', nameMessages.shape],
    ['maya/b', nameMessages.shape],
    ['favicon.svg', nameMessages.shape],
    ['events', nameMessages.reserved],
    ['api', nameMessages.reserved],
  ])('%s', (name, error) => expect(nameError(name, 'handle')).toBe(error))

  test('no handle is the first part of a path of ours, but a slug may be', () => {
    for (const path of Object.values(paths)) {
      const [, first = ''] = path.split('/')
      if (first !== '' && !first.startsWith('$')) expect(nameError(first, 'handle')).not.toBeNull()
    }
    expect(nameError('pricing', 'slug')).toBeNull()
  })

  test.each([
    ['Intro Call!', 'intro-call'],
    ['  Zoë & Renée – 30 min ', 'zoe-renee-30-min'],
    ['日本', ''],
    ['Q&A', 'q-a'],
    ['A', ''],
  ])('%s becomes %s', (text, name) => expect(nameFrom(text)).toBe(name))

  test('every made name can be used', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 80 }), (text) => {
        const name = nameFrom(text)
        if (name !== '') expect(nameError(name, 'slug')).toBeNull()
        expect(nameFrom(name)).toBe(name)
      }),
    )
  })
})
