import { expect, it } from 'vitest'
import { nameParts } from './name-parts.ts'

it.each([
  ['Maya Lindqvist', '', '', 'Maya', 'Lindqvist'],
  ['Maria del Carmen López', 'Maria del Carmen', 'López', 'Maria del Carmen', 'López'],
  ['Maria del Carmen', '', '', 'Maria', 'del Carmen'],
  ['Team Boom', 'Maya', 'Lindqvist', 'Team', 'Boom'],
  ['  Cher ', 'Cher', '', 'Cher', ''],
  ['', '', '', '', ''],
])('splits %j, with %j and %j from Google, into %j and %j', (name, given, family, first, last) => {
  expect(nameParts({ name, first_name: given, last_name: family })).toEqual({ first, last })
})
