import { expect, test } from 'vitest'
import { pagesOf, paths } from '../../contract/pages.ts'
import { router } from './router.tsx'

test("the router has exactly the host's pages", () => {
  expect(Object.keys(router.routesByPath).toSorted()).toEqual(
    pagesOf('host')
      .map((name) => paths[name])
      .toSorted(),
  )
})
