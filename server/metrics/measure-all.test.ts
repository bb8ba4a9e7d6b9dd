import { Counter, Gauge, Registry } from 'prom-client'
import { expect, test } from 'vitest'
import { linkedSiblings } from '../../testing/server/linked-siblings.ts'
import { noSiblings, type Siblings } from '../cluster/siblings.ts'
import { measureAll } from './measure-all.ts'

function processWith(siblings: Siblings, mails: number) {
  const registry = new Registry()
  const registers = [registry]
  new Counter({ name: 'mails', help: 'Mails', registers }).inc(mails)
  new Gauge({ name: 'circuit', help: 'Circuit', aggregator: 'max', registers }).set(mails > 1 ? 1 : 0)
  return measureAll(registry, siblings)
}

const valuesOf = async (measure: () => Promise<Registry>) =>
  (await (await measure()).metrics()).split('\n').filter((line) => line !== '' && !line.startsWith('#'))

test('adds up what all processes measured, whichever is asked', async () => {
  const siblings = linkedSiblings(3)
  const [first, , third] = siblings.map((one, index) => processWith(one, index + 1))
  const sum = ['mails 6', 'circuit 1', 'boomtime_processes 3']
  expect(await valuesOf(first!)).toEqual(sum)
  expect(await Promise.all([valuesOf(third!), valuesOf(third!)])).toEqual([sum, sum])
})

test('leaves out processes that do not answer', async () => {
  const [first] = linkedSiblings(2, 1).map((one) => processWith(one, 1))
  expect(await valuesOf(first!)).toEqual(['mails 2', 'circuit 0', 'boomtime_processes 2'])
  expect(await valuesOf(processWith(noSiblings, 5))).toEqual(['mails 5', 'circuit 1', 'boomtime_processes 1'])
})
