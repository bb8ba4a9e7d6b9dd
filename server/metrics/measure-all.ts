import { AggregatorRegistry, Gauge, Registry } from 'prom-client'
import type { SiblingMessages, Siblings } from '../cluster/siblings.ts'

type Metrics = SiblingMessages['measured']['metrics']

/** One that is busy for longer, or has just died, is left out. */
const TIMEOUT_MS = 1000

/**
 * Returns a function that adds up the measurements of this process and its siblings. prom-client's own way asks from
 * the primary process, which would have to load it, and fails if one of the others ends before it answers.
 */
export function measureAll(own: Registry, siblings: Siblings): () => Promise<Registry> {
  new Gauge({
    name: 'boomtime_processes',
    help: 'Processes that share this port and answered this scrape',
    registers: [own],
  }).set(1)
  const waiting = new Map<number, (metrics: Metrics) => void>()
  let lastId = 0

  siblings.listen('measure', (id, from) => {
    void own.getMetricsAsJSON().then((metrics) => siblings.tell('measured', { id, metrics }, from))
  })
  siblings.listen('measured', ({ id, metrics }) => waiting.get(id)?.(metrics))

  function askSiblings(): Promise<Metrics[]> {
    if (siblings.count === 0) return Promise.resolve([])
    const id = ++lastId
    const answers: Metrics[] = []
    return new Promise((resolve) => {
      const finish = () => {
        clearTimeout(timer)
        waiting.delete(id)
        resolve(answers)
      }
      const timer = setTimeout(finish, TIMEOUT_MS)
      waiting.set(id, (metrics) => {
        answers.push(metrics)
        if (answers.length === siblings.count) finish()
      })
      siblings.tell('measure', id)
    })
  }

  return async () => {
    const others = await askSiblings()
    if (others.length === 0) return own
    return AggregatorRegistry.aggregate([await own.getMetricsAsJSON(), ...others])
  }
}
