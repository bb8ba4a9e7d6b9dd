import type { OutgoingFetch } from './outgoing-fetch.ts'

const WITHOUT_BODY = new Set([204, 205, 304])

/** The same as a standard `fetch`, for libraries that bring their own requests. */
export function asFetch(send: OutgoingFetch, { maxBytes }: { maxBytes?: number } = {}) {
  return async (
    input: string | URL | { readonly url: string },
    init: RequestInit = {},
  ): Promise<Response> => {
    const { body } = init
    if (body !== undefined && body !== null && typeof body !== 'string')
      throw new TypeError('Only text is sent')
    const answer = await send(typeof input === 'object' && 'url' in input ? input.url : String(input), {
      method: init.method ?? 'GET',
      headers: Object.fromEntries(new Headers(init.headers)),
      body: body ?? undefined,
      redirect: init.redirect === 'manual' ? 'manual' : 'follow',
      ...(maxBytes === undefined ? {} : { maxBytes }),
    })
    const { status, headers, url } = answer
    // The text is decompressed and decoded already.
    for (const name of ['content-encoding', 'content-length']) headers.delete(name)
    const response = new Response(WITHOUT_BODY.has(status) ? null : answer.text(), { status, headers })
    Object.defineProperty(response, 'url', { value: url })
    return response
  }
}
