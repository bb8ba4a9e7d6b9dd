import { expect, test } from 'vitest'
import { endpoints } from './endpoints.ts'
import { openRoutes } from './routes.ts'

test('the open routes are those that anyone can call', () => {
  const open = Object.entries(endpoints).filter(([, { access }]) => access !== 'host')
  expect([...openRoutes].toSorted()).toEqual(open.map(([name]) => name).toSorted())
})
