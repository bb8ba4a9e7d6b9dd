import { spawn } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { freshDatabase } from '../../testing/databases/databases.ts'
import { openEmbedded } from './embedded.js'
import { signInAttempts } from './tables/sign-in-attempts.ts'
import { temporaryFolder } from '../../testing/temporary-folder.ts'

// These tests start processes, which takes longer when others run in parallel.
vi.setConfig({ testTimeout: 120_000 })

/** Runs a module, given as text, in a separate process beside this folder's build; `dir` is its database folder. */
function start(script: string, dir: string) {
  const prelude = `
    import fs from 'node:fs'
    import { sql } from 'drizzle-orm'
    import { openEmbedded } from './embedded.js'
    const dir = process.argv[1]
    const insert = (id) => db.execute(sql\`insert into sign_in_attempts values (\${id}, '', '', now())\`)
  `
  const child = spawn(process.execPath, ['--input-type=module', '--eval', prelude + script, dir], {
    cwd: path.join(import.meta.dirname, '../../dist/server/db'),
    stdio: ['ignore', 'pipe', 'pipe'],
    // An engine in an endless loop must not outlive the test.
    timeout: 110_000,
    killSignal: 'SIGKILL',
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  let errors = ''
  child.stderr.on('data', (text) => (errors += String(text)))
  const ended = new Promise<{ code: number | null; signal: string | null; errors: string }>((resolve) => {
    child.once('close', (code, signal) => resolve({ code, signal, errors }))
  })
  return { child, ended, lines: createInterface(child.stdout)[Symbol.asyncIterator]() }
}

async function freshFolder(): Promise<string> {
  const { where, dispose } = await freshDatabase('embedded')
  onTestFinished(dispose)
  return (where as { dir: string }).dir
}

test('a second process is rejected until the first one ends, in whatever way', async () => {
  const dir = await freshFolder()
  const first = start(`await openEmbedded(dir); console.log('open'); setInterval(() => {}, 1000)`, dir)
  expect(await first.lines.next()).toEqual({ done: false, value: 'open' })
  await expect(openEmbedded(dir)).rejects.toThrow(
    `Another process is using ${dir}. Stop that process, or set DATA_DIR to a different folder.`,
  )
  first.child.kill('SIGKILL')
  await first.ended
  await (await openEmbedded(dir)).close()
})

test('a process killed while writing loses no acknowledged row', async () => {
  const dir = await freshFolder()
  const acknowledged: string[] = []
  for (const [round, rows] of [5, 40, 80].entries()) {
    const writer = start(
      `const { db } = await openEmbedded(dir)
       for (let id = 0; ; id++) {
         await insert('${round} ' + id)
         fs.writeSync(1, '${round} ' + id + '\\n')
       }`,
      dir,
    )
    for (let row = 0; row < rows; row++) acknowledged.push(String((await writer.lines.next()).value))
    writer.child.kill('SIGKILL')
    for await (const line of { [Symbol.asyncIterator]: () => writer.lines }) acknowledged.push(line)
    expect(await writer.ended).toMatchObject({ signal: 'SIGKILL' })

    const { db, close } = await openEmbedded(dir)
    const found = await db.select({ id: signInAttempts.stateHash }).from(signInAttempts)
    await close()
    expect(found.map(({ id }) => id)).toEqual(expect.arrayContaining(acknowledged))
    // In each round, the insert in progress may be there too.
    expect(found.length).toBeLessThanOrEqual(acknowledged.length + round + 1)
  }
})

/** Has the process kill itself before the first call of the file system that fits, once it opens the database. */
const killedBefore = (isNow: string) => `
  const files = new Map()
  for (const call of ['openSync', 'writeSync', 'renameSync']) {
    const original = fs[call]
    fs[call] = (...given) => {
      if (${isNow}) process.kill(process.pid, 'SIGKILL')
      const result = original(...given)
      if (call === 'openSync') files.set(result, String(given[0]))
      return result
    }
  }
  await openEmbedded(dir)
`

/** The columns of bookings that a process of the build finds. */
async function columnsOf(dir: string): Promise<string[]> {
  const reader = start(
    `const { db, close } = await openEmbedded(dir)
     const { fields } = await db.execute(sql\`select * from bookings\`)
     console.log(JSON.stringify(fields.map(({ name }) => name)))
     await close()`,
    dir,
  )
  const columns = JSON.parse(String((await reader.lines.next()).value)) as string[]
  expect(await reader.ended).toEqual({ code: 0, signal: null, errors: '' })
  return columns
}

describe('a process killed while creating the database leaves a usable folder', () => {
  test.each([
    [
      'at the file that says they are there',
      `call === 'writeSync' && /database[^/]*.PG_VERSION$/.test(files.get(given[0]))`,
    ],
    ['before they get their name', `call === 'renameSync' && /database.init$/.test(given[0])`],
  ])('%s', async (_when, isNow) => {
    const parent = temporaryFolder('test')
    onTestFinished(() => fs.rmSync(parent, { recursive: true, force: true }))
    const dir = path.join(parent, 'database')
    expect(await start(killedBefore(isNow), dir).ended).toMatchObject({ signal: 'SIGKILL', errors: '' })
    expect(await columnsOf(dir)).toContain('event_id')
    expect(fs.readdirSync(parent).toSorted()).toEqual(['database', 'database.lock'])
  })
})

test('a process killed while updating the tables leaves them as they were', async () => {
  const dir = await freshFolder()
  const { ended } = start(
    `const { readFileSync } = fs
     let isUpdating = false
     fs.readFileSync = (file, ...rest) => {
       if (String(file).endsWith('/next.sql')) {
         isUpdating = true
         return 'alter table bookings add column next text'
       }
       const content = readFileSync(file, ...rest)
       if (!String(file).endsWith('/_journal.json')) return content
       const journal = JSON.parse(content)
       const entry = journal.entries.at(-1)
       journal.entries.push({ ...entry, when: entry.when + 1, tag: 'next' })
       return JSON.stringify(journal)
     }
     ${killedBefore(`isUpdating && call === 'writeSync' && /pg_wal/.test(files.get(given[0]))`)}`,
    dir,
  )
  expect(await ended).toMatchObject({ signal: 'SIGKILL', errors: '' })
  expect(await columnsOf(dir)).not.toContain('next')
})

describe("if the log can't be written, the process ends with a message and loses nothing", () => {
  const written = `call === 'writeSync' && /pg_wal/.test(files.get(given[0]))`
  test.each([
    ['a full disk', 'ENOSPC', written],
    ['a log that cannot be synced', 'EIO', `call === 'fsyncSync' && /pg_wal/.test(files.get(given[0]))`],
    ['no room for another file of it', 'EDQUOT', `call === 'writeFileSync' && /pg_wal/.test(given[0])`],
    [
      'no descriptor for it',
      'EMFILE',
      `call === 'openSync' && /pg_wal/.test(given[0]) && fs.existsSync(given[0])`,
    ],
    [
      'a control file that cannot be written',
      'EIO',
      `call === 'writeSync' && /pg_control$/.test(files.get(given[0]))`,
    ],
  ])('%s', async (_what, reason, fails) => {
    const dir = await freshFolder()
    const { ended, lines } = start(
      `let failing = false
       const files = new Map()
       for (const call of ['openSync', 'writeSync', 'writeFileSync', 'fsyncSync']) {
         const original = fs[call]
         fs[call] = (...given) => {
           if (failing && ${fails}) throw Object.assign(new Error('${reason}: the words of the system'), { code: '${reason}' })
           const result = original(...given)
           if (call === 'openSync') files.set(result, String(given[0]))
           return result
         }
       }
       const { db } = await openEmbedded(dir)
       await insert('before')
       failing = true
       await db.execute(sql\`select pg_switch_wal()\`).then(() => insert('after')).then(() => db.execute(sql\`checkpoint\`))
         .then(() => console.log('went on'), () => console.log('went on'))`,
      dir,
    )
    const { code, errors } = await ended
    expect(errors).toMatch(/^Writing the database file \S+ failed \(.*\)\. Is the disk full\? Stopping\.\n$/)
    expect(errors).toContain(`${reason}: the words of the system`)
    expect(code).toBe(70)
    expect(await lines.next()).toMatchObject({ done: true })

    const { db, close } = await openEmbedded(dir)
    expect((await db.select().from(signInAttempts)).map(({ stateHash }) => stateHash)).toContain('before')
    await close()
  })
})

test("a full disk on the first start is reported in the system's words", async () => {
  const parent = temporaryFolder('test')
  onTestFinished(() => fs.rmSync(parent, { recursive: true, force: true }))
  const { lines } = start(
    `let left = 200
     const { writeSync } = fs
     fs.writeSync = (...given) => {
       if (given[0] > 2 && left-- <= 0) throw Object.assign(new Error('the words of the system'), { code: 'ENOSPC' })
       return writeSync(...given)
     }
     await openEmbedded(dir).catch((error) => console.log(error.message))`,
    path.join(parent, 'database'),
  )
  expect((await lines.next()).value).toMatch(
    /^Opening the database in \S+ failed \(the words of the system\)\. /,
  )
})

test('files that belong to somebody else are no reason to restore a backup', async () => {
  const { lines } = start(
    `const deny = (call, isDenied) => (file, ...rest) => {
       if (!String(file).startsWith(dir + '/') || !isDenied(...rest)) return call(file, ...rest)
       throw Object.assign(new Error('the words of the system'), { code: 'EACCES' })
     }
     const { O_RDWR, O_WRONLY } = fs.constants
     fs.openSync = deny(fs.openSync, (flags) => (flags & (O_RDWR | O_WRONLY)) > 0)
     fs.writeFileSync = deny(fs.writeFileSync, () => true)
     await openEmbedded(dir).catch((error) => console.log(error.message))`,
    await freshFolder(),
  )
  expect((await lines.next()).value).toMatch(
    /^Opening the database in \S+ failed \(the words of the system\)\. Change the permissions of that folder /,
  )
})
