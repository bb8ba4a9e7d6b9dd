import { expect, test } from 'vitest'
import { asFetch } from './as-fetch.ts'
import type { OutgoingRequest } from './outgoing-fetch.ts'

const calls: [url: string, request: OutgoingRequest | undefined][] = []

function fetchWith(status: number, headers: Record<string, string> = {}, maxBytes?: number) {
  return asFetch(
    async (url, request) => {
      calls.push([url, request])
      const body = '<multistatus/>'
      return {
        status,
        headers: new Headers(headers),
        bytes: Buffer.from(body),
        text: () => body,
        url: `${url}moved`,
      }
    },
    maxBytes === undefined ? {} : { maxBytes },
  )
}

test('works as a standard fetch', async () => {
  const fetch = fetchWith(207, { 'content-encoding': 'gzip', 'content-length': '9', etag: '"1"' }, 50)
  const init = {
    method: 'REPORT',
    headers: new Headers({ Depth: '1' }),
    body: '<r/>',
    redirect: 'manual',
  } as const
  const response = await fetch(new URL('https://calendar.example/a'), init)
  const url = 'https://calendar.example/a'
  expect(calls).toEqual([
    [url, { method: 'REPORT', headers: { depth: '1' }, body: '<r/>', redirect: 'manual', maxBytes: 50 }],
  ])
  expect([response.status, response.ok, response.url]).toEqual([207, true, `${url}moved`])
  // The text is no longer what these describe.
  expect(Object.fromEntries(response.headers)).toMatchObject({ etag: '"1"' })
  expect(response.headers.has('content-encoding') || response.headers.has('content-length')).toBe(false)
  expect(await response.text()).toBe('<multistatus/>')
})

test('has answers without a body, and sends nothing but text', async () => {
  const response = await fetchWith(204)('https://calendar.example/', { method: 'DELETE' })
  expect([response.status, response.body]).toEqual([204, null])
  await expect(fetchWith(200)('https://calendar.example/', { body: new FormData() })).rejects.toThrow(
    TypeError,
  )
})
