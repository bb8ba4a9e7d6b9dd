import { sql } from 'drizzle-orm'
import { pgTable, uuid, text, jsonb, boolean, integer, primaryKey } from 'drizzle-orm/pg-core'
import { instant } from './instant.ts'

export const jobs = pgTable(
  'jobs',
  {
    hostId: uuid('host_id').notNull(),
    id: uuid().notNull(),
    kind: text().notNull(),
    pool: text().$type<'mail' | 'provider'>().notNull(),
    /** Its type depends on the kind: `jobs/job.ts`. */
    payload: jsonb().$type<Record<string, unknown>>().notNull(),
    state: text().$type<'queued' | 'done' | 'failed'>().notNull(),
    runAt: instant('run_at').notNull(),
    /**
     * Whether `runAt` has passed. The claim sets it, so that it needn't pass over jobs for later: `jobs/claim-jobs.ts`.
     */
    isDue: boolean('is_due').notNull().default(false),
    attempts: integer().notNull().default(0),
    /** When to give up. */
    retryUntil: instant('retry_until')
      .notNull()
      .default(sql`now() + interval '7 days'`),
    /** How many of them may have done the job. */
    uncertainAttempts: integer('uncertain_attempts').notNull().default(0),
    lockedUntil: instant('locked_until'),
    /** Whether it waits for room in an allowance, or was given up because there was none: `emails/held-mails.ts`. */
    isHeld: boolean('is_held').notNull().default(false),
    queueName: text('queue_name'),
    position: integer().notNull().default(0),
    lastError: text('last_error'),
    createdAt: instant('created_at').notNull(),
    finishedAt: instant('finished_at'),
  },
  (table) => [primaryKey({ columns: [table.hostId, table.id] })],
)
