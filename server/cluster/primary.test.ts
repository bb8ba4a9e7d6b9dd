import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { isAlive, MAIN } from '../../testing/server/server-process.ts'
import { temporaryFolder } from '../../testing/temporary-folder.ts'

/** The built one, because each process would compile it again. */
const PRIMARY = path.join(path.dirname(MAIN), 'cluster/primary.js')

/** Runs `worker`, a program with `say` and `hear`, in several processes. They and the primary print lines. */
function run(processes: number, worker: string, options: { killAfterMs?: number } = {}) {
  const dir = temporaryFolder('primary')
  onTestFinished(() => fs.rmSync(dir, { recursive: true, force: true }))
  const program = path.join(dir, 'main.mjs')
  fs.writeFileSync(
    program,
    `import cluster from 'node:cluster'
    import fs from 'node:fs'
    const print = (...words) => fs.writeSync(1, words.join(' ') + '\\n')
    const say = (message) => process.send(message)
    const hear = (listener) => process.on('message', listener)
    const file = (name) => ${JSON.stringify(dir)} + '/' + name
    if (cluster.isPrimary) {
      const { runProcesses } = await import(${JSON.stringify(PRIMARY)})
      const log = { error: ({ code, signal, pauseMs }) => print('replaced', code ?? signal, pauseMs) }
      const options = ${JSON.stringify({ processes, firstPauseMs: 10, ...options })}
      runProcesses({ ...options, log, onReady: () => print('ready') })
    } else {
      setInterval(() => {}, 1000)
      ${worker}
    }`,
  )
  const child = spawn(process.execPath, [program], { stdio: ['ignore', 'pipe', 'pipe', 'ipc'] })
  onTestFinished(() => void child.kill('SIGKILL'))
  const said = { out: '', errors: '' }
  child.stdout!.on('data', (text) => (said.out += String(text)))
  child.stderr!.on('data', (text) => (said.errors += String(text)))
  return { child, said, dir, lines: () => said.out.split('\n').slice(0, -1), ended: exitOf(child) }
}

const exitOf = (child: ChildProcess) =>
  new Promise<number | null>((resolve) => child.once('close', (code) => resolve(code)))

const READY = `say({ kind: 'ready' })`

test('starts the first process alone, and is ready once all are', async () => {
  const { child, lines, ended } = run(
    3,
    `print('starting'); setImmediate(() => { print('serving'); ${READY} })`,
  )
  await expect.poll(lines).toContain('ready')
  expect(lines().slice(0, 3)).toEqual(['starting', 'serving', 'starting'])
  expect(lines().filter((line) => line === 'serving')).toHaveLength(3)
  expect(lines().at(-1)).toBe('ready')
  child.kill('SIGTERM')
  expect(await ended).toBe(0)
})

test('ends with the process that started it', async () => {
  const { child, lines } = run(2, READY)
  await expect.poll(lines).toContain('ready')
  const ended = once(child, 'exit')
  child.disconnect()
  expect(await ended).toEqual([0, null])
})

test('ends a process that hangs', async () => {
  const { child, lines, ended } = run(2, `process.on('SIGTERM', () => {}); ${READY}`, { killAfterMs: 500 })
  await expect.poll(lines).toContain('ready')
  child.kill('SIGINT')
  expect(await ended).toBe(1)
})

test('leaves no process behind if it is killed', async () => {
  const { child, lines } = run(2, `print(process.pid); ${READY}`)
  await expect.poll(lines).toContain('ready')
  const pids = lines()
    .filter((line) => line !== 'ready')
    .map(Number)
  expect(pids.filter(isAlive)).toEqual(pids)
  child.kill('SIGKILL')
  await expect.poll(() => pids.filter(isAlive)).toEqual([])
})

test('gives up if the first process fails', async () => {
  const { said, lines, ended } = run(2, `fs.writeSync(2, 'The reason.\\n'); process.exit(1)`)
  expect(await ended).toBe(1)
  expect(said.errors).toBe('The reason.\n')
  expect(lines()).toEqual([])
})

test('replaces another one that fails', async () => {
  const { child, lines, ended } = run(
    2,
    `if (cluster.worker.id === 2) process.exit(1)
    print('serving')
    ${READY}`,
  )
  await expect.poll(lines).toEqual(['serving', 'replaced 1 10', 'ready', 'serving'])
  child.kill('SIGTERM')
  expect(await ended).toBe(0)
})

test('is ready although another one can never start', async () => {
  const { child, lines, ended } = run(2, `if (cluster.worker.id > 1) process.exit(1); ${READY}`)
  await expect.poll(lines).toContain('ready')
  expect(lines()[0]).toBe('replaced 1 10')
  child.kill('SIGTERM')
  expect(await ended).toBe(0)
})

test('is not ready while none serves, and gives up', async () => {
  const { lines, ended } = run(
    2,
    `const { id } = cluster.worker
    const waitForEnd = (pid) => {
      try { process.kill(pid, 0) } catch { process.exit(1) }
      setTimeout(waitForEnd, 5, pid)
    }
    if (id > 2) process.exit(1)
    else if (id === 2) {
      say({ kind: 'tell', topic: 'end', to: 1 })
      waitForEnd(Number(fs.readFileSync(file('first'), 'utf8')))
    } else {
      hear(() => process.exit(1))
      fs.writeFileSync(file('first'), String(process.pid))
      ${READY}
    }`,
  )
  expect(await ended).toBe(1)
  expect(lines()).not.toContain('ready')
})

test('replaces the first one if it dies while others start', async () => {
  const { child, lines, ended } = run(
    2,
    `hear(() => process.exit(1))
    if (cluster.worker.id === 2) say({ kind: 'tell', topic: 'end', to: 1 })
    else { print('serving'); ${READY} }`,
  )
  await expect.poll(lines).toEqual(['serving', 'replaced 1 10', 'serving'])
  child.kill('SIGTERM')
  expect(await ended).toBe(0)
})

test('says so if something else ended a process at the start', async () => {
  const { said, ended } = run(2, `process.kill(process.pid, 'SIGKILL')`)
  expect(await ended).toBe(1)
  expect(said.errors).toBe('SIGKILL ended a process of the server while it started.\n')
})

test('replaces a process that dies, more slowly each time, and gives up if none is left and none starts', async () => {
  const { said, dir, lines, ended } = run(
    2,
    `if (fs.existsSync(file('broken'))) process.exit(1)
    ${READY}
    hear(({ from }) => process.exit(from))
    print('pid', process.pid)`,
  )
  await expect.poll(lines).toContain('ready')
  const pids = () => lines().flatMap((line) => (line.startsWith('pid ') ? [Number(line.slice(4))] : []))
  // Processes are ready before they print.
  await expect.poll(pids).toHaveLength(2)
  process.kill(pids()[0]!, 'SIGKILL')
  await expect.poll(pids).toHaveLength(3)
  expect(lines()).toContain('replaced SIGKILL 10')

  fs.writeFileSync(path.join(dir, 'broken'), '')
  for (const pid of pids().slice(1)) process.kill(pid, 'SIGKILL')
  expect(await ended).toBe(1)
  expect(said.errors).toBe('No process of the server is left, and new ones end while they start.\n')
  expect(lines().filter((line) => line.startsWith('replaced 1 '))).toContain('replaced 1 80')
})

test('passes messages on to the others, or to the one they are meant for', async () => {
  const { lines } = run(
    3,
    `const me = cluster.worker.id
    const present = new Set()
    hear(({ topic, data, from }) => {
      if (topic === 'present') present.add(from)
      else print(me, 'heard', topic, data, 'from', from)
      if (topic === 'present' && present.size === 2) say({ kind: 'tell', topic: 'question', data: 42 })
      if (topic === 'question') say({ kind: 'tell', topic: 'answer', data: me, to: from })
    })
    ${READY}
    if (me > 1) say({ kind: 'tell', topic: 'present', to: 1 })`,
  )
  await expect.poll(() => lines().filter((line) => line.includes('answer')).length).toBe(2)
  expect(
    lines()
      .filter((line) => line.includes('heard'))
      .toSorted(),
  ).toEqual([
    '1 heard answer 2 from 2',
    '1 heard answer 3 from 3',
    '2 heard question 42 from 1',
    '3 heard question 42 from 1',
  ])
})
