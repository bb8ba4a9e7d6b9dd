// `npm run fuzz -- --seconds 600 --seed 1` sends made-up requests to a server of its own and fails if it answers one
// badly.
import process from 'node:process'
import { parseArgs } from 'node:util'
import { setup } from '../databases/databases.ts'
import { startTestApp } from '../server/test-app.ts'
import { fuzz } from './fuzz.ts'

const { values } = parseArgs({ options: { seconds: { type: 'string' }, seed: { type: 'string' } } })
const seconds = Number(values.seconds ?? 60)
const seed = Number(values.seed ?? Date.now() % 1_000_000)
if (!(seconds >= 0) || !Number.isSafeInteger(seed)) {
  console.error('Use numbers, such as --seconds 600 --seed 1')
  process.exit(1)
}

console.log(`Seed ${seed}`)
const end = await setup()
const app = await startTestApp({ trustProxy: 1, log: printErrors })
try {
  const counts = await fuzz(app, {
    seed,
    batches: 1,
    seconds,
    onProblem: (problem) => {
      console.error(`\n${problem}`)
      process.exitCode = 1
    },
  })
  for (const [name, statuses] of [...counts].toSorted(([a], [b]) => a.localeCompare(b))) {
    console.log(
      name.padEnd(24),
      [...statuses]
        .toSorted(([a], [b]) => a - b)
        .map(([status, count]) => `${status}: ${count}`)
        .join('  '),
    )
  }
  let sent = 0
  for (const statuses of counts.values()) for (const count of statuses.values()) sent += count
  console.log(`${sent} requests`)
} finally {
  await app.close()
  await end()
}

function printErrors(line: string): void {
  const { level, msg, trace } = JSON.parse(line) as { level: number; msg: string; trace?: string }
  if (level >= 50) console.error(msg, trace ?? line)
}
