import fs from 'node:fs'
import path from 'node:path'
import { sql } from 'drizzle-orm'
import { expect, onTestFinished, test, vi } from 'vitest'
import { freshDatabase } from '../../testing/databases/databases.ts'
import { openEmbedded } from './embedded.ts'
import { signInAttempts } from './tables/sign-in-attempts.ts'
import { temporaryFolder } from '../../testing/temporary-folder.ts'

/** A higher number, such as `POWER_LOSSES=40`, takes about a second per power loss. */
const POWER_LOSSES = Number(process.env['POWER_LOSSES'] ?? 4)

test('a power loss at any moment loses no acknowledged row', async () => {
  const { where, dispose } = await freshDatabase('embedded')
  const dir = (where as { dir: string }).dir
  onTestFinished(dispose)
  const disk = watchDisk(path.dirname(dir))
  const { db, close } = await openEmbedded(dir)
  const acknowledged: string[] = []

  for (let loss = 0; loss < POWER_LOSSES; loss++) {
    // A step that divides neither an insert's nor a checkpoint's number of calls, so that the moments vary.
    const lost = disk.loseAfter(101 + 7 * loss, () => [...acknowledged])
    while (!lost.state()) {
      const number = acknowledged.length
      await db.insert(signInAttempts).values(row(`row ${number}`))
      acknowledged.push(`row ${number}`)
      if (number % 10 === 9) await db.execute(sql`checkpoint`)
      if (number % 25 === 24) await db.execute(sql`select pg_switch_wal()`)
    }
    const found = await rowsIn(lost.folder)
    expect(found).toEqual(expect.arrayContaining(lost.state()!))
    // The insert in progress may or may not be there.
    expect(found.length).toBeLessThanOrEqual(lost.state()!.length + 1)
  }
  await close()
}, 600_000)

test('a power loss after the first start leaves a complete database that opens', async () => {
  const parent = temporaryFolder('test')
  onTestFinished(() => fs.rmSync(parent, { recursive: true, force: true }))
  const disk = watchDisk(parent)
  const { db, close } = await openEmbedded(path.join(parent, 'database'))
  await db.insert(signInAttempts).values(row('only'))
  const lost = disk.loseAfter(0, () => ['only'])
  await close()
  expect(lost.state()).toEqual(['only'])
  expect(await rowsIn(lost.folder)).toEqual(['only'])
}, 120_000)

const row = (stateHash: string) => ({ stateHash, codeVerifier: '', nonce: '', expiresAt: 0 })

async function rowsIn(folder: string): Promise<string[]> {
  const { db, close } = await openEmbedded(path.join(folder, 'database'))
  const found = await db.select({ id: signInAttempts.stateHash }).from(signInAttempts)
  await close()
  fs.rmSync(folder, { recursive: true, force: true })
  return found.map(({ id }) => id)
}

interface Loss<State> {
  /** What is left: a copy of the entire parent folder. */
  folder: string
  /** The state at that moment; null until then. */
  state(): State | null
}

/**
 * Simulates a disk that keeps only what was synced: writes can be undone until their file is synced, and renames
 * until their folder is. Creating and deleting files counts as durable.
 */
function watchDisk(parent: string) {
  type Undo = (copy: string) => void
  const contents = new Map<number, Undo[]>()
  const renamings = new Map<number, Undo[]>()
  const original = { ...fs }
  let countdown = () => {}
  let failure: unknown

  const remember = (undos: Map<number, Undo[]>, inode: number, undo: Undo) => {
    undos.set(inode, [...(undos.get(inode) ?? []), undo])
  }
  /** The `length` bytes at `from` that are about to be overwritten or cut off. */
  const rememberBytes = (file: number, from: number, length: number) => {
    const stat = fs.fstatSync(file)
    if (!stat.isFile()) return
    const before = Buffer.alloc(Math.max(0, Math.min(length, stat.size - from)))
    fs.readSync(file, before, 0, before.length, from)
    remember(contents, stat.ino, (copy) => {
      const descriptor = original.openSync(copy, 'r+')
      original.writeSync(descriptor, before, 0, before.length, from)
      original.ftruncateSync(descriptor, stat.size)
      fs.closeSync(descriptor)
    })
  }
  const rememberEnd = (name: string, from: number) => {
    const descriptor = original.openSync(name, 'r')
    rememberBytes(descriptor, from, Infinity)
    fs.closeSync(descriptor)
  }

  // An error in this test must not reach the engine, which would treat it as a disk error.
  const attempt = (work: () => void) => {
    try {
      work()
    } catch (error) {
      failure ??= error
    }
  }
  const watch = <Given extends unknown[]>(
    name: keyof typeof fs,
    before: ((...given: Given) => void) | null,
    after?: (...given: Given) => void,
  ) => {
    const call = original[name] as unknown as (...given: Given) => unknown
    const watched = (...given: Given) => {
      attempt(countdown)
      attempt(() => before?.(...given))
      const result = call(...given)
      attempt(() => after?.(...given))
      return result
    }
    vi.spyOn(fs, name as 'fsyncSync').mockImplementation(watched as never)
  }
  onTestFinished(() => void vi.restoreAllMocks())

  watch('writeSync', (file: number, _bytes: Uint8Array, _offset: number, length: number, at: number) =>
    rememberBytes(file, at, length),
  )
  watch('ftruncateSync', (file: number, size: number) => rememberBytes(file, size, Infinity))
  watch('truncateSync', (name: string, size: number) => rememberEnd(name, size))
  watch('openSync', (name: string, flags: string | number) => {
    const cuts = flags === 'w' || (typeof flags === 'number' && (flags & fs.constants.O_TRUNC) !== 0)
    if (cuts && fs.existsSync(name)) rememberEnd(name, 0)
  })
  watch('unlinkSync', (name: string) => contents.delete(fs.statSync(name).ino))
  watch('renameSync', null, (...names: [from: string, to: string]) => {
    remember(renamings, fs.statSync(path.dirname(names[1])).ino, (copy) => {
      const [from, to] = names.map((name) => path.join(copy, path.relative(parent, name))) as typeof names
      if (fs.existsSync(to)) original.renameSync(to, from)
    })
  })
  watch('fsyncSync', null, (file: number) => {
    const { ino } = fs.fstatSync(file)
    contents.delete(ino)
    renamings.delete(ino)
  })

  /** What the disk would contain if the power were lost now. */
  const copyTo = (folder: string) => {
    fs.cpSync(parent, folder, { recursive: true })
    for (const entry of fs.readdirSync(parent, { recursive: true, withFileTypes: true })) {
      const file = path.join(entry.parentPath, entry.name)
      const undos = entry.isFile() ? (contents.get(fs.statSync(file).ino) ?? []) : []
      for (const undo of undos.toReversed()) undo(path.join(folder, path.relative(parent, file)))
    }
    for (const undo of [...renamings.values()].flat().toReversed()) undo(folder)
  }

  return {
    /** Loses power after this many more calls that change the disk. */
    loseAfter<State>(calls: number, now: () => State): Loss<State> {
      const folder = temporaryFolder('lost')
      onTestFinished(() => fs.rmSync(folder, { recursive: true, force: true }))
      let state: State | null = null
      let left = calls
      countdown = () => {
        if (left-- > 0) return
        countdown = () => {}
        state = now()
        copyTo(folder)
      }
      return {
        folder,
        state() {
          if (failure) throw failure
          return state
        },
      }
    },
  }
}
