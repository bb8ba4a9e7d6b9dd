import { expect, test } from 'vitest'
import { searchForm } from './search-text.ts'

test.each([
  ['Straße', 'strasse'],
  ['STRAẞE', 'strasse'],
  ['Łukasz Đorđe Ørsted', 'lukasz dorde orsted'],
  ['Æsa Œuvre Þór Guðrún', 'aesa oeuvre thor gudrun'],
  ['İstanbul ışık', 'istanbul isik'],
  ['ﬁne ＡＢＣ', 'fine abc'],
  ['Σίσυφος', 'σισυφοσ'],
  ['Síle O’Brien', "sile o'brien"],
  ['O´Brien', 'O`Brien'],
])('%s and %s are equal in searches', (text, typed) => {
  expect(searchForm(text)).toBe(searchForm(typed))
})
