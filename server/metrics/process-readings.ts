import { Gauge, type Registry } from 'prom-client'
import type { CircuitBreaker } from '../adapters/circuit-breaker.ts'
import type { Database } from '../db/database.ts'

export interface MeasuredProcess {
  calendarBreaker: CircuitBreaker
  poolUse: Database['poolUse']
}

/** Registers what a process knows of itself; `aggregator` says what becomes of the values of several. */
export function registerProcessReadings(
  { calendarBreaker, poolUse }: MeasuredProcess,
  registry: Registry,
): void {
  registry.registerMetric(
    new Gauge({
      name: 'boomtime_calendar_circuit_open',
      help: 'Whether a process has stopped calling the calendar provider, because calls fail for many hosts (1) or none has (0)',
      aggregator: 'max',
      registers: [],
      collect() {
        this.set(calendarBreaker.isOpen() ? 1 : 0)
      },
    }),
  )
  if (!poolUse) return
  registry.registerMetric(
    new Gauge({
      name: 'boomtime_database_connections',
      help: 'Connections to the database by state',
      labelNames: ['state'],
      registers: [],
      collect() {
        const { total, idle, waiting: requests } = poolUse()
        this.set({ state: 'busy' }, total - idle)
        this.set({ state: 'idle' }, idle)
        this.set({ state: 'requested' }, requests)
      },
    }),
  )
}
