import type { Handler } from '../../http/endpoint.ts'
import { notFound } from '../../http/errors.ts'
import { removeToken } from './access-token.ts'

export const revokeToken: Handler<'revokeToken'> = async ({
  deps: { db, now },
  caller: { hostId },
  params: { id },
}) => {
  const isRevoked = await db.transaction((tx) => removeToken(tx, { hostId, id }, now()))
  if (!isRevoked) throw notFound()
  return null
}
