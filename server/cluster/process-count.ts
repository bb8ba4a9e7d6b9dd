/** More save little, and each has its own memory and connections to the database. */
const MAX_DEFAULT_PROCESSES = 16
/** PostgreSQL takes 100 by default. The rest is for backups, people, and processes that are about to end. */
const MAX_CONNECTIONS = 80
const MAX_CONNECTIONS_EACH = 10
/** One for what waits for a lock, and one for everything else. */
const MIN_CONNECTIONS_EACH = 2

/** How many processes serve requests: one for each core, or as many as somebody wants. */
export const processCount = (cores: number, wanted?: number): number =>
  wanted ?? Math.min(Math.max(1, cores), MAX_DEFAULT_PROCESSES)

/** How many connections to PostgreSQL each of so many processes uses at most. */
export const connectionsEach = (processes: number): number =>
  Math.min(MAX_CONNECTIONS_EACH, Math.max(MIN_CONNECTIONS_EACH, Math.floor(MAX_CONNECTIONS / processes)))
