import fs from 'node:fs'
import path from 'node:path'
import { PGlite, type ExecProtocolOptions } from '@electric-sql/pglite'
import { btree_gin } from '@electric-sql/pglite/contrib/btree_gin'
import { btree_gist } from '@electric-sql/pglite/contrib/btree_gist'
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm'
import { NodeFS } from '@electric-sql/pglite/nodefs'
import { drizzle } from 'drizzle-orm/pglite'
import { migrate } from 'drizzle-orm/pglite/migrator'
import { tryLock } from 'fs-native-extensions'
import { say } from '../adapters/say.ts'
import { assertDiskSpace, hasDatabase } from './embedded-checks.ts'
import { driverMessage } from './driver-message.ts'
import { migrateDatabase, migrations } from './migrate.ts'
import type { Database, Db } from './database.ts'
import { createHostChanges } from './host-changes.ts'
import { oneCallerAtATime } from './one-caller.ts'

// PostgreSQL in WebAssembly, inside this process. In its default setup it loses data, so we fix the following:
// - It never calls fsync. DurableNodeFS does, and the server runs with fsync on instead of its own -F.
// - If its log or an fsync fails, it panics into an endless loop inside WebAssembly. We end the process instead.
// - A full disk is therefore noticed before it is full: until there is space again, every call fails.
// - Its calls never wait for anything, so a long row of them would keep timers and the network waiting. We let those
//   in between.
// - Two processes in one folder overwrite each other. A file lock prevents this and ends with the process.
// - A kill during the first start leaves an unusable folder. We create it under another name, sync it and rename it.
// - It never takes checkpoints, so its log grows forever. We take one every five minutes.
// - It has one connection, which callers of BEGIN would share. See `one-caller.ts`.

const MAINTENANCE_MS = 300_000
/** Frees space, so it may run when there is little. */
const CHECKPOINT = 'CHECKPOINT'

const startParams = [
  ...PGlite.defaultStartParams.filter((param) => param !== '-F'),
  ...['fsync=on', 'wal_sync_method=fsync', 'synchronous_commit=on', 'shared_buffers=16MB'].flatMap(
    (setting) => ['-c', setting],
  ),
]
const extensions = { btree_gin, btree_gist, pg_trgm }

/**
 * Opens the database in `dir`, creating it on first use. Throws an Error for people if another process has it open.
 */
export async function openEmbedded(dir: string): Promise<Database> {
  const unlock = lockFolder(dir)
  try {
    assertDiskSpace(path.dirname(dir))
    await makeFolder(dir)
    const raw = await openFolder(dir)
    const changes = createHostChanges()
    hearNotices(raw, (notice) => changes.hear(notice.message))
    const { lite, transaction } = await oneCallerAtATime(raw, {
      assertUsable: (text) => text === CHECKPOINT || assertDiskSpace(dir),
      onNotice: changes.hear,
      onEnd: changes.tell,
    })
    const db: Db = Object.assign(drizzle(lite) as unknown as Omit<Db, 'together'>, {
      transaction,
      together: <Result>(run: (same: Db) => Promise<Result>) => run(db),
    })
    try {
      await migrateDatabase(db, () => migrate(drizzle(lite), migrations))
    } catch (error) {
      await raw.close()
      throw error
    }
    const maintenance = setInterval(() => {
      lite
        .exec('VACUUM (ANALYZE)')
        .catch(() => {})
        .then(() => lite.exec(CHECKPOINT))
        .catch(() => {})
    }, MAINTENANCE_MS)
    maintenance.unref()
    return {
      db,
      kind: 'embedded',
      poolUse: null,
      hostChanges: changes,
      async close() {
        clearInterval(maintenance)
        try {
          // Queued, so that earlier callers finish first.
          await lite.exec(CHECKPOINT)
        } finally {
          await raw.close().finally(unlock)
        }
      },
    }
  } catch (error) {
    unlock()
    throw error
  }
}

/** A lock of the operating system, which ends with the process in any case. Returns a function that releases it. */
function lockFolder(dir: string): () => void {
  fs.mkdirSync(path.dirname(dir), { recursive: true })
  const file = fs.openSync(`${dir}.lock`, 'a+')
  if (!tryLock(file)) {
    fs.closeSync(file)
    throw new Error(
      `Another process is using ${dir}. Stop that process, or set DATA_DIR to a different folder.`,
    )
  }
  return () => fs.closeSync(file)
}

async function makeFolder(dir: string): Promise<void> {
  if (hasDatabase(dir)) return
  const aside = `${dir}.init`
  fs.rmSync(aside, { recursive: true, force: true })
  await (await openFolder(aside, await emptyDatabase())).close()
  syncTree(aside)
  fs.renameSync(aside, dir)
  syncPath(path.dirname(dir))
}

/**
 * What `scripts/empty-database.mjs` made; undefined in code that isn't built, where initdb and all migrations run instead.
 */
async function emptyDatabase(): Promise<Blob | undefined> {
  const archive = path.join(import.meta.dirname, 'empty-database.tar.gz')
  return fs.existsSync(archive) ? fs.openAsBlob(archive, { type: 'application/gzip' }) : undefined
}

async function openFolder(dir: string, contents?: Blob): Promise<PGlite> {
  const files = new DurableNodeFS(dir)
  return PGlite.create({
    fs: files,
    startParams,
    extensions,
    ...(contents && { loadDataDir: contents }),
  }).catch((error: unknown) => {
    const { denial, failure } = files
    const reason = driverMessage(denial ?? (error instanceof Error ? error : failure))
    const advice = denial ? 'Change the permissions of that folder and its files' : 'Restore a backup'
    throw new Error(
      `Opening the database in ${dir} failed (${reason}). ${advice}, or set DATA_DIR to a different folder.`,
      { cause: error },
    )
  })
}

const isDenial = (error: unknown) =>
  error instanceof Error && 'code' in error && ['EACCES', 'EPERM', 'EROFS'].includes(String(error.code))

/** The parts of Emscripten's file system that are replaced below. */
interface EmscriptenStream {
  nfd?: number
  node: unknown
}
interface EmscriptenModule {
  NODEFS: {
    realPath(node: unknown): string
    convertNodeCode(error: unknown): number
    node_ops: { mknod(parent: unknown, name: string, ...rest: unknown[]): unknown }
    stream_ops: {
      fsync?: (stream: EmscriptenStream) => number
      open(stream: EmscriptenStream): void
      write(stream: EmscriptenStream, ...rest: unknown[]): number
    }
  }
}

class DurableNodeFS extends NodeFS {
  /** The operating system's last error. Emscripten throws only a number of its own instead. */
  failure: unknown
  /** Its last error about permissions. After it, PGlite says only that it couldn't start. */
  denial: unknown

  override async init(...given: Parameters<NodeFS['init']>): ReturnType<NodeFS['init']> {
    const result = await super.init(...given)
    const preRun = result.emscriptenOpts.preRun as ((module: EmscriptenModule) => void)[]
    preRun.unshift(({ NODEFS }) => {
      const { convertNodeCode, node_ops: nodes, stream_ops: streams } = NODEFS
      const { mknod } = nodes
      const { open, write } = streams
      NODEFS.convertNodeCode = (error) => {
        this.failure = error
        if (isDenial(error)) this.denial = error
        return convertNodeCode(error)
      }
      const orEnd = <Result>(file: string, operation: () => Result): Result => {
        try {
          return operation()
        } catch (error) {
          if (/\/(pg_wal|global\/pg_control)(\/|$)/.test(file)) endProcess(file, this.failure ?? error)
          throw error
        }
      }
      streams.fsync = (stream) => {
        try {
          if (stream.nfd) fs.fsyncSync(stream.nfd)
          else syncPath(NODEFS.realPath(stream.node))
          return 0
        } catch (error) {
          return endProcess(NODEFS.realPath(stream.node), error)
        }
      }
      streams.open = (stream) => orEnd(NODEFS.realPath(stream.node), () => open(stream))
      streams.write = (stream, ...rest) => orEnd(NODEFS.realPath(stream.node), () => write(stream, ...rest))
      nodes.mknod = (parent, name, ...rest) =>
        orEnd(`${NODEFS.realPath(parent)}/${name}`, () => mknod(parent, name, ...rest))
    })
    return result
  }
}

/** The next start recovers from the write-ahead log. */
function endProcess(file: string, error: unknown): never {
  say(2, `Writing the database file ${file} failed (${driverMessage(error)}). Is the disk full? Stopping.`)
  process.exit(70)
}

/** PGlite passes notices on only to callers who ask for them with each statement. */
function hearNotices(lite: PGlite, onNotice: NonNullable<ExecProtocolOptions['onNotice']>): void {
  const { execProtocol, execProtocolStream } = lite
  lite.execProtocol = (message, options) => execProtocol.call(lite, message, { ...options, onNotice })
  lite.execProtocolStream = (message, options) =>
    execProtocolStream.call(lite, message, { ...options, onNotice })
}

/** Windows can't sync folders, and syncs files only if they are writable. */
function syncPath(file: string): void {
  if (process.platform === 'win32' && fs.statSync(file).isDirectory()) return
  const descriptor = fs.openSync(file, process.platform === 'win32' ? 'r+' : 'r')
  try {
    fs.fsyncSync(descriptor)
  } finally {
    fs.closeSync(descriptor)
  }
}

function syncTree(dir: string): void {
  for (const entry of fs.readdirSync(dir, { withFileTypes: true })) {
    const file = path.join(dir, entry.name)
    if (entry.isDirectory()) syncTree(file)
    else if (entry.isFile()) syncPath(file)
  }
  syncPath(dir)
}
