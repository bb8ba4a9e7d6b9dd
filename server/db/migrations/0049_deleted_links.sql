-- A deleted link can be restored, but not those deleted so far: how often they could be used isn't known anymore.
ALTER TABLE event_links ADD COLUMN deleted_at timestamptz;
--> statement-breakpoint
UPDATE event_links SET deleted_at = 'epoch', max_uses = NULL WHERE max_uses = 0;
