import { expect, it } from 'vitest'
import type { Collection } from '../../../../contract/custom-fields/collection.schema.ts'
import { collectionsSearch, matching } from './filters.ts'

it('reads known filters from the URL and ignores everything else', () => {
  expect(
    collectionsSearch({ status: 'active', ownership: 'shared', includeArchived: 'true', collectionId: 'x' }),
  ).toEqual({ status: 'active', ownership: 'shared', includeArchived: 'true', collectionId: 'x' })
  expect(
    collectionsSearch({
      status: 'all',
      ownership: 'mine',
      includeArchived: '1',
      collectionId: '',
      page: '2',
    }),
  ).toEqual({})
})

it('shows archived collections if that status is selected', () =>
  expect(collectionsSearch({ status: 'archived' })).toEqual({ status: 'archived', includeArchived: 'true' }))

it('hides archived collections by default', () => {
  const make = (status: Collection['status'], entityRole: Collection['entityRole']) =>
    ({ status, entityRole }) as Collection
  const active = make('active', 'owner')
  const archived = make('archived', 'owner')
  const shared = make('active', 'shared')
  const all = [active, archived, shared]
  expect(matching(all, {})).toEqual([active, shared])
  expect(matching(all, { includeArchived: 'true' })).toEqual(all)
  expect(matching(all, { status: 'active', includeArchived: 'true' })).toEqual([active, shared])
  expect(matching(all, { status: 'archived', includeArchived: 'true' })).toEqual([archived])
  expect(matching(all, { ownership: 'owned', includeArchived: 'true' })).toEqual([active, archived])
  expect(matching(all, { ownership: 'shared' })).toEqual([shared])
})
