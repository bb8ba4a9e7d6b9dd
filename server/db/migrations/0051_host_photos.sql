ALTER TABLE host_settings ADD COLUMN show_photo boolean;
--> statement-breakpoint
-- The photos that invitees see. Those of hosts who don't show theirs aren't stored.
CREATE TABLE host_photos (
  host_id uuid PRIMARY KEY REFERENCES hosts (id) ON DELETE CASCADE,
  content_type text NOT NULL,
  bytes bytea NOT NULL,
  digest text NOT NULL,
  source_url text NOT NULL,
  fetched_at timestamptz NOT NULL
);
--> statement-breakpoint
CREATE INDEX host_photos_by_digest ON host_photos (digest, host_id);
--> statement-breakpoint
CREATE CONSTRAINT TRIGGER raise_revision AFTER INSERT OR UPDATE OR DELETE ON host_photos DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
  EXECUTE FUNCTION host_changed();
