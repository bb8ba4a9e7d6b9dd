import { ok, signIn } from '../testing/api.ts'

let host = 0
/** An event of a new host, created without a browser. */
export async function makeEvent(
  origin: string,
  body: Record<string, unknown> = {},
  fields: readonly Record<string, unknown>[] = [],
) {
  const { sessionToken: token } = await signIn(origin, `host${++host}.${Date.now()}@example.com`, {
    name: 'Maya Lindqvist',
  })
  const collections =
    fields.length === 0
      ? []
      : [await ok(origin, 'createCollection', { token, body: { name: 'About you', fields } })]
  const event = await ok(origin, 'createEvent', {
    token,
    body: {
      title: 'Design review',
      description: 'We look at it together.',
      customFieldsCollections: collections.map(({ id }) => ({ id })),
      ...body,
    },
  })
  return { ...event, token }
}
