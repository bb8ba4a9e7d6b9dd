-- Names in links: a host's handle and an event's slug. Old ones redirect until somebody else takes them.
CREATE TABLE handles (
  handle text PRIMARY KEY,
  host_id uuid NOT NULL REFERENCES hosts (id) ON DELETE CASCADE,
  retired_at timestamptz
);
--> statement-breakpoint
CREATE UNIQUE INDEX current_handles ON handles (host_id) WHERE retired_at IS NULL;
--> statement-breakpoint
CREATE INDEX handles_by_host ON handles (host_id);
--> statement-breakpoint
CREATE TABLE slugs (
  host_id uuid NOT NULL,
  slug text NOT NULL,
  event_id uuid NOT NULL,
  retired_at timestamptz,
  PRIMARY KEY (host_id, slug),
  FOREIGN KEY (host_id, event_id) REFERENCES events (host_id, id) ON DELETE CASCADE
);
--> statement-breakpoint
CREATE UNIQUE INDEX current_slugs ON slugs (host_id, event_id) WHERE retired_at IS NULL;
--> statement-breakpoint
CREATE INDEX slugs_by_event ON slugs (host_id, event_id);
--> statement-breakpoint
SET CONSTRAINTS ALL IMMEDIATE;
--> statement-breakpoint
ALTER TABLE events ADD COLUMN is_listed boolean NOT NULL DEFAULT false;
--> statement-breakpoint
CREATE CONSTRAINT TRIGGER raise_revision AFTER INSERT OR UPDATE OR DELETE ON handles DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
  EXECUTE FUNCTION host_changed();
--> statement-breakpoint
-- A handle that moves to another host.
CREATE FUNCTION handle_left() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM raise_host_revision(OLD.host_id);
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE CONSTRAINT TRIGGER raise_former_revision AFTER UPDATE ON handles DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
  WHEN (OLD.host_id <> NEW.host_id) EXECUTE FUNCTION handle_left();
--> statement-breakpoint
CREATE CONSTRAINT TRIGGER raise_revision AFTER INSERT OR UPDATE OR DELETE ON slugs DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
  EXECUTE FUNCTION host_changed();
