import { expect, test, vi } from 'vitest'
import { pagesOf, paths } from '../../contract/pages/pages.ts'
import { router } from './router.tsx'

// The session is read when its module is loaded.
vi.hoisted(() => vi.stubGlobal('localStorage', { getItem: () => null }))

test("the router has exactly the host's pages", () => {
  expect(Object.keys(router.routesByPath).toSorted()).toEqual(
    pagesOf('host')
      .map((name) => paths[name])
      .toSorted(),
  )
})
