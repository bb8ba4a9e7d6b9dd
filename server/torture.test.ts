import { describe, expect, test } from 'vitest'
import { databaseKinds } from '../testing/databases/databases.ts'
import { faultKinds } from '../testing/torture/faults.ts'
import { torture } from '../testing/torture/torture.ts'

// `npm run torture` runs for longer, with other seeds.
describe.concurrent('random histories with faults and kills break no promise', () => {
  test.each(databaseKinds)(
    'on the %s database',
    async (database) => {
      const { counts, accounts } = await torture({
        seed: 1,
        database,
        processes: database === 'postgres' ? 2 : 1,
        seconds: 6,
        roundSeconds: 6,
        hosts: 2,
        clients: 3,
        faults: faultKinds.filter((kind) => kind !== 'mail_hang'),
        maxLateMs: 3000,
        maxPhaseMs: 2500,
        maxKillPauseMs: 5000,
      })
      expect(accounts.join('\n\n')).toBe('')
      // Otherwise nothing was tried.
      const names = ['bookings', 'phases with faults', 'kills', 'checks']
      expect(names.filter((name) => !counts.get(name))).toEqual([])
    },
    150_000,
  )
})
