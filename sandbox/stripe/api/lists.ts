import { invalidRequest, noSuch } from '../errors.ts'
import { text, whole } from '../params.ts'
import type { Params } from '../params.ts'

/** The parameters of every list. */
export const LIST_PARAMS = ['limit', 'starting_after', 'ending_before']

/** One page of a list; `all` is newest first. */
export function listPage(all: readonly { id: string }[], params: Params, url: string): unknown {
  const limit = whole(params, 'limit') ?? 10
  if (limit < 1 || limit > 100) throw invalidRequest('Limit must lie between 1 and 100.', 'limit')
  const after = place(all, text(params, 'starting_after'), 'starting_after')
  const before = place(all, text(params, 'ending_before'), 'ending_before')
  if (before !== undefined) {
    const start = Math.max(0, before - limit)
    return { object: 'list', data: all.slice(start, before), has_more: start > 0, url }
  }
  const start = after === undefined ? 0 : after + 1
  return { object: 'list', data: all.slice(start, start + limit), has_more: start + limit < all.length, url }
}

function place(all: readonly { id: string }[], id: string | undefined, param: string): number | undefined {
  if (id === undefined) return undefined
  const index = all.findIndex((one) => one.id === id)
  if (index === -1) throw noSuch('object', id, param)
  return index
}
