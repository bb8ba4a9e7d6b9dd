import process from 'node:process'
import type { MetricObject } from 'prom-client'

/** What processes that share a port tell one another. */
export interface SiblingMessages {
  /** A host whose data has just changed. */
  hostChanged: string
  /** How many more requests to a route, by its place in the order of registration, came from an address. */
  requests: [route: number, address: string, requests: number][]
  /** A request for the measurements of a process, and its answer. */
  measure: number
  measured: { id: number; metrics: MetricObject[] }
}

type Topic = keyof SiblingMessages

/** What a process says to the one that started it. */
export type WorkerMessage =
  | { kind: 'ready' }
  | { kind: 'tell'; topic: Topic; data: unknown; from?: number; to?: number | undefined }

/** The other processes that share this one's port. One that has ended hears nothing, so wait for no answer. */
export interface Siblings {
  count: number
  /** Tells all of them or one. */
  tell<T extends Topic>(topic: T, data: SiblingMessages[T], to?: number): void
  listen<T extends Topic>(topic: T, listener: (data: SiblingMessages[T], from: number) => void): void
}

/** Of a process that has its port to itself. */
export const noSiblings: Siblings = { count: 0, tell() {}, listen() {} }

/** Sends to the primary process, which passes messages on (`primary.ts`). */
export function siblingsThrough(channel: Pick<NodeJS.Process, 'send' | 'on'>, count: number): Siblings {
  const listeners = new Map<Topic, ((data: never, from: number) => void)[]>()
  channel.on('message', (message: WorkerMessage) => {
    if (message.kind !== 'tell') return
    for (const listener of listeners.get(message.topic) ?? []) listener(message.data as never, message.from!)
  })
  return {
    count,
    // Without a callback, sending fails loudly once the primary process is gone, and then this one ends anyway.
    tell: (topic, data, to) =>
      channel.send?.({ kind: 'tell', topic, data, to } satisfies WorkerMessage, () => {}),
    listen: (topic, listener) => void listeners.set(topic, [...(listeners.get(topic) ?? []), listener]),
  }
}

export const sayReady = () => process.send?.({ kind: 'ready' } satisfies WorkerMessage)
