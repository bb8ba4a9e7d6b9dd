-- A deleted link can be restored. How often those deleted so far could be used isn't known anymore.
ALTER TABLE event_links ADD COLUMN deleted_at timestamptz;
--> statement-breakpoint
UPDATE event_links SET deleted_at = created_at, max_uses = NULL WHERE max_uses = 0;
