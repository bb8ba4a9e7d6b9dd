import { EventEmitter } from 'node:events'
import { type Siblings, siblingsThrough, type WorkerMessage } from '../../server/cluster/siblings.ts'

/**
 * Processes that share a port, without processes: what one tells, the others hear at once. Those after the first
 * `count` are silent.
 */
export function linkedSiblings(count: number, silent = 0): Siblings[] {
  const channels = Array.from({ length: count }, () => new EventEmitter())
  return channels.map((channel, from) => {
    const send = (message: WorkerMessage & { kind: 'tell' }) => {
      for (const [id, other] of channels.entries())
        if (message.to === undefined ? other !== channel : id === message.to)
          other.emit('message', { ...message, from })
      return true
    }
    const process = { send, on: channel.on.bind(channel) } as unknown as NodeJS.Process
    return siblingsThrough(process, count + silent - 1)
  })
}
