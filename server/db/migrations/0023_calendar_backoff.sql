-- After a failed sync nobody calls the provider for this calendar before then; null if nothing keeps us from calling.
ALTER TABLE calendar_mirrors ADD COLUMN not_before timestamptz;
--> statement-breakpoint
-- When somebody last looked at a page, booked or saved an event that reads the calendar, to within a minute. It decides how
-- often the calendar is polled. Calendars that exist already count as just used, and find their own pace within a day.
ALTER TABLE calendar_mirrors ADD COLUMN last_used_at timestamptz NOT NULL DEFAULT now();
--> statement-breakpoint
ALTER TABLE calendar_mirrors ALTER COLUMN last_used_at DROP DEFAULT;
--> statement-breakpoint
-- Whether the calendar counted as active when it was last polled. Those come first if the provider's quota is too small for all.
ALTER TABLE calendar_mirrors ADD COLUMN is_active boolean NOT NULL DEFAULT true;
--> statement-breakpoint
DROP INDEX calendar_mirrors_due;
--> statement-breakpoint
CREATE INDEX calendar_mirrors_due ON calendar_mirrors (is_active, next_poll_at, host_id);
--> statement-breakpoint
-- How many calls to the calendar provider all processes together have leased for each window of time.
CREATE TABLE call_budgets (
  window_start timestamptz PRIMARY KEY,
  leased integer NOT NULL
);
