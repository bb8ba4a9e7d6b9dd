import type { EventEmitter } from 'node:events'
import type pg from 'pg'

/** Tells which hosts this process changed, as soon as the change is committed. */
export interface HostChanges {
  listen(listener: (hostId: string) => void): void
}

/** What the trigger `raise_host_revision` says just before a transaction commits. */
const NOTICE = /^host_revision ([0-9a-f-]{36})$/

/** `hear` takes the database's notices, and `tell` passes them on once the transaction is over, however it ended. */
export function createHostChanges(): HostChanges & { hear(message?: string): void; tell(): void } {
  const listeners: ((hostId: string) => void)[] = []
  let heard: string[] = []
  return {
    listen: (listener) => void listeners.push(listener),
    hear(message = '') {
      const hostId = NOTICE.exec(message)?.[1]
      if (hostId !== undefined) heard.push(hostId)
    },
    tell() {
      const hostIds = heard
      heard = []
      for (const hostId of hostIds) for (const listener of listeners) listener(hostId)
    },
  }
}

/**
 * The changes that are made through a pool. The statement or transaction that heard a notice is over when its
 * connection is released.
 */
export function changesThrough(pool: pg.Pool): HostChanges {
  const ofClient = new WeakMap<pg.PoolClient, ReturnType<typeof createHostChanges>>()
  const listeners: ((hostId: string) => void)[] = []
  pool.on('connect', (client) => {
    const changes = createHostChanges()
    changes.listen((hostId) => {
      for (const listener of listeners) listener(hostId)
    })
    ofClient.set(client, changes)
    ;(client as unknown as EventEmitter<{ notice: [{ message?: string }] }>).on('notice', ({ message }) =>
      changes.hear(message),
    )
  })
  pool.on('release', (_error, client) => ofClient.get(client)?.tell())
  return { listen: (listener) => void listeners.push(listener) }
}
