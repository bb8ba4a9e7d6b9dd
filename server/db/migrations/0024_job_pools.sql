-- Which workers do a job, and whether its time has come. Workers look for due jobs of their own pool, host by host, and never
-- pass over those of another pool or for later. The next claims mark what is due already.
ALTER TABLE jobs
  ADD COLUMN pool text NOT NULL DEFAULT 'provider' CHECK (pool IN ('mail', 'provider')),
  ADD COLUMN is_due boolean NOT NULL DEFAULT false,
  -- How many attempts may have done the job, because the mail server got an email and didn't answer.
  ADD COLUMN uncertain_attempts integer NOT NULL DEFAULT 0;
--> statement-breakpoint
-- Finished jobs never run again, so theirs doesn't matter.
UPDATE jobs SET pool = 'mail'
WHERE kind IN ('sendMail', 'sendCalendarNotice', 'sendMissingCalendarNotice', 'sendAccountNotice') AND state <> 'done';
--> statement-breakpoint
ALTER TABLE jobs ALTER COLUMN pool DROP DEFAULT;
--> statement-breakpoint
DROP INDEX jobs_due, jobs_due_by_host, jobs_claimed;
--> statement-breakpoint
CREATE INDEX jobs_due ON jobs (pool, host_id, run_at) WHERE state = 'queued' AND is_due;
--> statement-breakpoint
CREATE INDEX jobs_for_later ON jobs (pool, run_at, host_id) WHERE state = 'queued' AND NOT is_due;
--> statement-breakpoint
CREATE INDEX jobs_claimed ON jobs (pool, locked_until, host_id) WHERE state = 'queued' AND locked_until IS NOT NULL;
