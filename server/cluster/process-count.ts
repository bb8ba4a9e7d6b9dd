import os from 'node:os'
import process from 'node:process'

/** More save little, and each has its own memory and connections to the database. */
const MAX_DEFAULT_PROCESSES = 16
/** What one takes in bytes, with the answers that it keeps. The system ends processes that don't fit. */
const MEMORY_EACH = 256 * 1024 * 1024
/** PostgreSQL takes 100 by default. The rest is for backups, people, and processes that are about to end. */
const MAX_CONNECTIONS = 80
const MAX_CONNECTIONS_EACH = 10
/** One for what waits for a lock, and one for everything else. */
const MIN_CONNECTIONS_EACH = 2

export interface Machine {
  cores: number
  /** In bytes. */
  memory: number
}

/** In a container: what it may use of the machine. */
export const thisMachine = (): Machine => ({
  cores: os.availableParallelism(),
  memory: Math.min(os.totalmem(), process.constrainedMemory() || Infinity),
})

/** How many processes serve requests: one for each core, as far as the memory goes, or as many as somebody wants. */
export const processCount = ({ cores, memory }: Machine, wanted?: number): number =>
  wanted ?? Math.max(1, Math.min(cores, Math.floor(memory / MEMORY_EACH), MAX_DEFAULT_PROCESSES))

/** How many connections to PostgreSQL each of so many processes uses at most. */
export const connectionsEach = (processes: number): number =>
  Math.min(MAX_CONNECTIONS_EACH, Math.max(MIN_CONNECTIONS_EACH, Math.floor(MAX_CONNECTIONS / processes)))
