-- When the host deleted their account, which can be undone for a week.
ALTER TABLE hosts ADD COLUMN deleted_at timestamptz;
--> statement-breakpoint
CREATE INDEX hosts_by_deletion ON hosts (deleted_at) WHERE deleted_at IS NOT NULL;
