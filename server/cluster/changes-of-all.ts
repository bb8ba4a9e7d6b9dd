import type { HostChanges } from '../db/host-changes.ts'
import type { Siblings } from './siblings.ts'

/**
 * The changes of this process and of those that share its port: somebody who saves something and then opens the page
 * may reach another process.
 */
export function changesOfAll(own: HostChanges, siblings: Siblings): HostChanges {
  own.listen((hostId) => siblings.tell('hostChanged', hostId))
  return {
    listen(listener) {
      own.listen(listener)
      siblings.listen('hostChanged', listener)
    },
  }
}
