import { createHash } from 'node:crypto'
import type { ApiContext } from './api-call.ts'
import { ApiError, missing, notFound } from '../errors.ts'
import { isRecord, text } from '../fields.ts'
import { calendarsOf } from '../people.ts'
import type { Sandbox } from '../sandbox.ts'

const DEFAULT_LIFE = 7 * 86_400_000

/** The subscribers to changes. */
export interface Channels {
  /** `events.watch`. */
  watch: (context: ApiContext) => unknown
  /** `channels.stop`. */
  stop: (context: ApiContext) => undefined
  /** Notifies every open channel of a changed calendar, without waiting. */
  notify: (calendarId: string) => void
}

/** Watch channels, stored in the sandbox's database. */
export function createChannels(sandbox: Sandbox): Channels {
  const { db, now } = sandbox

  function watch({ request, calendar }: ApiContext): unknown {
    const calendarId = calendar().id
    const { body } = request
    const [id, address, token] = ['id', 'address', 'token'].map((name) => text(body, name))
    if (!id) throw missing('Missing channel id.')
    if (text(body, 'type') !== 'web_hook')
      throw new ApiError(400, 'channelUnknownDeliveryType', 'Unknown channel type')
    if (URL.parse(address ?? '')?.protocol !== 'https:') {
      throw new ApiError(400, 'push.webhookUrlNotHttps', `WebHook callback must be HTTPS: ${address ?? ''}`)
    }
    if (db.prepare('select 1 from channels where id = ?').get(id)) {
      throw new ApiError(400, 'channelIdNotUnique', `Channel id ${id} not unique`)
    }
    const resourceId = createHash('sha256').update(calendarId).digest('base64url').slice(0, 27)
    const expiresAt = now() + lifeOf(body, now())
    db.prepare(
      'insert into channels (id, resource_id, calendar_id, address, token, expires_at) values (?, ?, ?, ?, ?, ?)',
    ).run(id, resourceId, calendarId, address!, token ?? null, expiresAt)
    void send(id, 'sync')
    return {
      kind: 'api#channel',
      id,
      resourceId,
      resourceUri: resourceUri(calendarId),
      ...(token === undefined ? {} : { token }),
      expiration: String(expiresAt),
    }
  }

  function stop({ request, email }: ApiContext): undefined {
    const own = calendarsOf(db, email).map(({ id }) => id)
    const { changes } = db
      .prepare(
        `delete from channels where id = ? and resource_id = ? and calendar_id in (${own.map(() => '?').join()})`,
      )
      .run(text(request.body, 'id') ?? '', text(request.body, 'resourceId') ?? '', ...own)
    if (changes === 0) throw notFound()
  }

  function notify(calendarId: string): void {
    db.prepare('delete from channels where expires_at <= ?').run(now())
    for (const { id } of db.prepare('select id from channels where calendar_id = ?').all(calendarId)) {
      void send(String(id), 'exists')
    }
  }

  async function send(channelId: string, state: 'sync' | 'exists'): Promise<void> {
    const row = db
      .prepare('update channels set messages = messages + 1 where id = ? returning *')
      .get(channelId)
    if (!row) return
    const headers = {
      'X-Goog-Channel-ID': channelId,
      'X-Goog-Channel-Expiration': new Date(Number(row.expires_at)).toUTCString(),
      'X-Goog-Resource-State': state,
      'X-Goog-Resource-ID': String(row.resource_id),
      'X-Goog-Resource-URI': resourceUri(String(row.calendar_id)),
      'X-Goog-Message-Number': String(row.messages),
      ...(row.token === null ? {} : { 'X-Goog-Channel-Token': String(row.token) }),
    }
    try {
      await fetch(String(row.address), { method: 'POST', headers, signal: AbortSignal.timeout(5000) })
    } catch {
      // Google doesn't retry a lost notification either, so receivers also poll.
    }
  }

  function resourceUri(calendarId: string): string {
    return `${sandbox.issuer()}/calendar/v3/calendars/${encodeURIComponent(calendarId)}/events?alt=json`
  }

  return { watch, stop, notify }
}

function lifeOf(body: unknown, now: number): number {
  const ttl = Number(isRecord(body) && isRecord(body.params) ? text(body.params, 'ttl') : undefined)
  const wanted = Number(text(body, 'expiration')) - now
  if (ttl > 0) return Math.min(ttl * 1000, 30 * 86_400_000)
  return wanted > 0 ? Math.min(wanted, 30 * 86_400_000) : DEFAULT_LIFE
}
