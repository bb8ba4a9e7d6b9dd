// `npm run torture -- --minutes 30 --seed 41 --database postgres --processes 2` checks that no history of random
// operations, faults and kills breaks a promise. A seed repeats the operations, but not how they interleave in real
// time.
import process from 'node:process'
import { parseArgs } from 'node:util'
import { setup, databaseKinds } from '../databases/databases.ts'
import { faultKinds } from './faults.ts'
import { torture } from './torture.ts'

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '1' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    database: { type: 'string', default: 'postgres' },
    processes: { type: 'string', default: '1' },
    clients: { type: 'string', default: '6' },
    faults: { type: 'string', default: faultKinds.join() },
  },
})
const [minutes, seed, processes, clients] = [
  values.minutes,
  values.seed,
  values.processes,
  values.clients,
].map(Number)
const database = databaseKinds.find((kind) => kind === values.database)
const wanted = values.faults === 'none' ? [] : values.faults.split(',')
const faults = faultKinds.filter((kind) => wanted.includes(kind))
const isWrong =
  !(minutes! > 0) ||
  !Number.isSafeInteger(seed) ||
  !(processes! >= 1) ||
  !(clients! >= 1) ||
  database === undefined
if (isWrong || faults.length < wanted.length || (database === 'embedded' && processes !== 1)) {
  console.error(
    `Use for example --minutes 30 --seed 41 --database postgres --processes 2 (the embedded database allows one).\n` +
      `--faults takes none or some of ${faultKinds.join()}.`,
  )
  process.exit(1)
}

for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(1))
console.log(`Seed ${seed}`)
const end = await setup()
try {
  const { counts, accounts } = await torture({
    seed: seed!,
    database,
    processes: processes!,
    clients: clients!,
    faults,
    seconds: minutes! * 60,
    roundSeconds: 40,
    hosts: 3,
    maxLateMs: 14_000,
    maxPhaseMs: 6000,
    maxKillPauseMs: 15_000,
    onRound: (line) => console.log(line),
  })
  for (const [name, count] of [...counts].toSorted(([a], [b]) => a.localeCompare(b)))
    console.log(name.padEnd(44), count)
  if (accounts.length > 0) {
    console.error(`\n${accounts.join('\n\n')}`)
    const options = Object.entries({ ...values, seed }).map(([name, value]) => `--${name} ${value}`)
    console.error(`\nRepeat: npm run torture -- ${options.join(' ')}`)
    process.exitCode = 1
  }
} finally {
  await end()
}
