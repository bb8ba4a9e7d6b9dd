import { expect, test } from 'vitest'
import { axisTop, shadeOf, tickedColumns } from './chart-scale.ts'

test.each([
  [0, 2],
  [1, 2],
  [3, 4],
  [7, 8],
  [9, 10],
  [10, 20],
  [31, 40],
  [100, 200],
  [999, 1000],
])('an axis for values up to %i ends at %i', (max, top) => {
  expect(axisTop(max)).toBe(top)
})

test.each([
  [1, [0]],
  [5, [0, 1, 2, 3, 4]],
  [12, [0, 3, 6, 9]],
  [13, [0, 3, 6, 9]],
  [53, [0, 11, 22, 33]],
])('of %i columns, these have a label: %j', (count, columns) => {
  expect(tickedColumns(count)).toEqual(columns)
})

test.each([
  [0, 8, 0],
  [1, 8, 1],
  [2, 8, 1],
  [3, 8, 2],
  [7, 8, 4],
  [8, 8, 4],
  [1, 1, 4],
])('%i of %i has shade %i', (value, max, shade) => {
  expect(shadeOf(value, max)).toBe(shade)
})
