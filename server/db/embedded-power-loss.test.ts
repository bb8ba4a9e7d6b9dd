import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { sql } from 'drizzle-orm'
import { expect, onTestFinished, test, vi } from 'vitest'
import { freshDatabase } from '../../testing/databases.ts'
import { openEmbedded } from './embedded.ts'
import { signInAttempts } from './schema.ts'

/** More of them, as in `POWER_LOSSES=40`, take about a second each. */
const POWER_LOSSES = Number(process.env['POWER_LOSSES'] ?? 4)

test('a loss of power at any moment loses no acknowledged row', async () => {
  const { where, dispose } = await freshDatabase('embedded')
  const dir = (where as { dir: string }).dir
  onTestFinished(dispose)
  const disk = watchDisk(path.dirname(dir))
  const { db, close } = await openEmbedded(dir)
  const acknowledged: string[] = []

  for (let loss = 0; loss < POWER_LOSSES; loss++) {
    // A step that divides neither what an insert nor what a checkpoint does, to come at ever other moments of them.
    const lost = disk.loseAfter(101 + 7 * loss, () => [...acknowledged])
    while (!lost.state) {
      const number = acknowledged.length
      await db.insert(signInAttempts).values(row(`row ${number}`))
      acknowledged.push(`row ${number}`)
      if (number % 10 === 9) await db.execute(sql`checkpoint`)
      if (number % 25 === 24) await db.execute(sql`select pg_switch_wal()`)
    }
    await expectRows(lost.folder, lost.state)
  }
  await close()
}, 600_000)

test('a loss of power after the first start leaves a database that opens, with all there was', async () => {
  const parent = fs.mkdtempSync(path.join(os.tmpdir(), 'boomtime-test-'))
  onTestFinished(() => fs.rmSync(parent, { recursive: true, force: true }))
  const disk = watchDisk(parent)
  const { db, close } = await openEmbedded(path.join(parent, 'database'))
  await db.insert(signInAttempts).values(row('only'))
  const lost = disk.loseAfter(0, () => ['only'])
  await close()
  await expectRows(lost.folder, lost.state!)
}, 120_000)

const row = (stateHash: string) => ({ stateHash, codeVerifier: '', nonce: '', expiresAt: 0 })

async function expectRows(folder: string, rows: string[]): Promise<void> {
  const { db, close } = await openEmbedded(path.join(folder, 'database'))
  const found = await db.select({ id: signInAttempts.stateHash }).from(signInAttempts)
  await close()
  fs.rmSync(folder, { recursive: true, force: true })
  // The one under way may be there or not.
  expect(found.map(({ id }) => id)).toEqual(expect.arrayContaining(rows))
  expect(found.length - rows.length).toBeLessThanOrEqual(1)
}

interface Loss<State> {
  /** What is left; it is a copy, of the whole parent folder. */
  folder: string
  /** What was true at that moment; null while it has not come. */
  state: State | null
}

/**
 * Stands in for a disk that keeps what was synced and nothing else: how to undo each write is remembered until the file is
 * synced, and how to undo a renaming until its folder is. Creating and removing files counts as kept at once.
 */
function watchDisk(parent: string) {
  type Undo = (copy: string) => void
  const contents = new Map<number, Undo[]>()
  const renamings = new Map<number, Undo[]>()
  const { openSync, writeSync, ftruncateSync, truncateSync, renameSync, unlinkSync, fsyncSync } = fs
  let countdown: (() => void) | null = null

  const remember = (undos: Map<number, Undo[]>, inode: number, undo: Undo) => {
    undos.set(inode, [...(undos.get(inode) ?? []), undo])
  }
  /** Called before `length` bytes at `from` are written over, or cut off. */
  const willChange = (file: number, from: number, length: number) => {
    const { ino, size } = fs.fstatSync(file)
    const before = Buffer.alloc(Math.max(0, Math.min(length, size - from)))
    fs.readSync(file, before, 0, before.length, from)
    remember(contents, ino, (copy) => {
      const descriptor = openSync(copy, 'r+')
      if (before.length > 0) writeSync(descriptor, before, 0, before.length, from)
      ftruncateSync(descriptor, size)
      fs.closeSync(descriptor)
    })
  }
  const willCut = (name: fs.PathLike, to: number) => {
    if (!fs.existsSync(name)) return
    const descriptor = openSync(name, 'r')
    willChange(descriptor, to, Infinity)
    fs.closeSync(descriptor)
  }

  const replace = (name: keyof typeof fs, replacement: unknown) => {
    vi.spyOn(fs, name as never).mockImplementation(((...given: unknown[]) => {
      countdown?.()
      return (replacement as (...given: unknown[]) => unknown)(...given)
    }) as never)
  }
  replace('writeSync', (file: number, bytes: Uint8Array, offset: number, length: number, at: number) => {
    willChange(file, at, length)
    return writeSync(file, bytes, offset, length, at)
  })
  replace('ftruncateSync', (file: number, size: number) => {
    willChange(file, size, Infinity)
    ftruncateSync(file, size)
  })
  replace('truncateSync', (name: string, size: number) => {
    willCut(name, size)
    truncateSync(name, size)
  })
  replace('openSync', (name: string, flags: number | string, ...rest: []) => {
    if (flags === 'w' || (typeof flags === 'number' && flags & fs.constants.O_TRUNC)) willCut(name, 0)
    return openSync(name, flags, ...rest)
  })
  replace('renameSync', (from: string, to: string) => {
    renameSync(from, to)
    const relative = [from, to].map((name) => path.relative(parent, name))
    remember(renamings, fs.statSync(path.dirname(to)).ino, (copy) => {
      renameSync(path.join(copy, relative[1]!), path.join(copy, relative[0]!))
    })
  })
  replace('unlinkSync', (name: string) => {
    contents.delete(fs.statSync(name).ino)
    unlinkSync(name)
  })
  replace('fsyncSync', (file: number) => {
    fsyncSync(file)
    const { ino } = fs.fstatSync(file)
    contents.delete(ino)
    renamings.delete(ino)
  })
  onTestFinished(() => void vi.restoreAllMocks())

  /** What the disk would hold had the power gone now. */
  const copyTo = (folder: string) => {
    fs.cpSync(parent, folder, { recursive: true })
    for (const entry of fs.readdirSync(parent, { recursive: true, withFileTypes: true })) {
      const file = path.join(entry.parentPath, entry.name)
      const copy = path.join(folder, path.relative(parent, file))
      if (entry.isFile())
        for (const undo of (contents.get(fs.statSync(file).ino) ?? []).toReversed()) undo(copy)
    }
    for (const undo of [...renamings.values()].flat().toReversed()) undo(folder)
  }

  return {
    /** Loses power before what comes to the disk after `operations` more. */
    loseAfter<State>(operations: number, now: () => State): Loss<State> {
      const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'boomtime-lost-'))
      onTestFinished(() => fs.rmSync(folder, { recursive: true, force: true }))
      const loss: Loss<State> = { folder, state: null }
      let left = operations
      countdown = () => {
        if (left-- > 0) return
        countdown = null
        copyTo(folder)
        loss.state = now()
      }
      return loss
    },
  }
}
