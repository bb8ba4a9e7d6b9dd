import { expect, test } from 'vitest'
import { endpoints } from './endpoints.ts'
import { openRoutes } from './routes.ts'

test('the open routes are those that use no session', () => {
  const open = Object.entries(endpoints).filter(([, { access }]) => access === 'anyone')
  expect([...openRoutes].toSorted()).toEqual(open.map(([name]) => name).toSorted())
})
