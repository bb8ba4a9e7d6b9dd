-- Counts the changes of what a host offers, so that an answer to invitees can be kept until the host's revision is another one.
-- Triggers count them, because no code can forget those. They fire when a transaction commits: it holds the row for no longer
-- than that, and its own locks come first. A later migration that changes rows of these tables and then the tables runs
-- SET CONSTRAINTS ALL IMMEDIATE in between.
CREATE TABLE host_revisions (
  host_id uuid PRIMARY KEY REFERENCES hosts (id) ON DELETE CASCADE,
  revision bigint NOT NULL
);
--> statement-breakpoint
-- The notice tells the process that made the change.
CREATE FUNCTION raise_host_revision(changed uuid) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  -- Once per transaction is enough. All of this happens at its end.
  IF current_setting('boomtime.raised', true) = changed::text THEN RETURN; END IF;
  PERFORM set_config('boomtime.raised', changed::text, true);
  INSERT INTO host_revisions AS known (host_id, revision) SELECT id, 1 FROM hosts WHERE id = changed
  ON CONFLICT (host_id) DO UPDATE SET revision = known.revision + 1;
  RAISE NOTICE 'host_revision %', changed;
END $$;
--> statement-breakpoint
CREATE FUNCTION host_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM raise_host_revision(coalesce(NEW.host_id, OLD.host_id));
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE FUNCTION host_itself_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM raise_host_revision(NEW.id);
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE CONSTRAINT TRIGGER raise_revision AFTER UPDATE ON hosts DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
  WHEN ((OLD.name, OLD.deleted_at) IS DISTINCT FROM (NEW.name, NEW.deleted_at)) EXECUTE FUNCTION host_itself_changed();
--> statement-breakpoint
-- Events can use collections of other hosts.
CREATE FUNCTION collection_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM raise_host_revision(host_id) FROM (
    SELECT DISTINCT host_id FROM event_collections WHERE collection_host_id = NEW.host_id AND collection_id = NEW.id
  ) AS users;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE CONSTRAINT TRIGGER raise_revision AFTER UPDATE ON collections DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
  EXECUTE FUNCTION collection_changed();
--> statement-breakpoint
CREATE CONSTRAINT TRIGGER raise_revision AFTER INSERT OR DELETE ON calendar_mirrors DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
  EXECUTE FUNCTION host_changed();
--> statement-breakpoint
-- When it was synced doesn't matter, unless it was for the first time.
CREATE CONSTRAINT TRIGGER raise_revision_by_update AFTER UPDATE ON calendar_mirrors DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
  WHEN ((OLD.covered_until, OLD.time_zone, OLD.synced_at IS NULL)
    IS DISTINCT FROM (NEW.covered_until, NEW.time_zone, NEW.synced_at IS NULL))
  EXECUTE FUNCTION host_changed();
--> statement-breakpoint
CREATE CONSTRAINT TRIGGER raise_revision AFTER INSERT OR DELETE ON bookings DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
  EXECUTE FUNCTION host_changed();
--> statement-breakpoint
CREATE CONSTRAINT TRIGGER raise_revision_by_update AFTER UPDATE ON bookings DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
  WHEN ((OLD.status, OLD.start_at, OLD.end_at, OLD.event_id)
    IS DISTINCT FROM (NEW.status, NEW.start_at, NEW.end_at, NEW.event_id))
  EXECUTE FUNCTION host_changed();
--> statement-breakpoint
CREATE CONSTRAINT TRIGGER raise_revision AFTER INSERT OR UPDATE OR DELETE ON events DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
  EXECUTE FUNCTION host_changed();
--> statement-breakpoint
CREATE CONSTRAINT TRIGGER raise_revision AFTER INSERT OR UPDATE OR DELETE ON event_links DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
  EXECUTE FUNCTION host_changed();
--> statement-breakpoint
CREATE CONSTRAINT TRIGGER raise_revision AFTER INSERT OR UPDATE OR DELETE ON event_collections DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
  EXECUTE FUNCTION host_changed();
--> statement-breakpoint
CREATE CONSTRAINT TRIGGER raise_revision AFTER INSERT OR UPDATE OR DELETE ON schedules DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
  EXECUTE FUNCTION host_changed();
--> statement-breakpoint
CREATE CONSTRAINT TRIGGER raise_revision AFTER INSERT OR UPDATE OR DELETE ON subscriptions DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
  EXECUTE FUNCTION host_changed();
--> statement-breakpoint
CREATE CONSTRAINT TRIGGER raise_revision AFTER INSERT ON host_settings DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
  EXECUTE FUNCTION host_changed();
--> statement-breakpoint
CREATE CONSTRAINT TRIGGER raise_revision_by_update AFTER UPDATE ON host_settings DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
  WHEN ((OLD.week_start, OLD.booking_limits)
    IS DISTINCT FROM (NEW.week_start, NEW.booking_limits))
  EXECUTE FUNCTION host_changed();
--> statement-breakpoint
CREATE CONSTRAINT TRIGGER raise_revision AFTER INSERT OR DELETE ON calendar_connections DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
  EXECUTE FUNCTION host_changed();
--> statement-breakpoint
CREATE CONSTRAINT TRIGGER raise_revision_by_update AFTER UPDATE ON calendar_connections DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
  WHEN ((OLD.provider, OLD.granted_scopes, OLD.broken_at)
    IS DISTINCT FROM (NEW.provider, NEW.granted_scopes, NEW.broken_at))
  EXECUTE FUNCTION host_changed();
--> statement-breakpoint
CREATE CONSTRAINT TRIGGER raise_revision AFTER INSERT OR DELETE ON calendars DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
  EXECUTE FUNCTION host_changed();
--> statement-breakpoint
CREATE CONSTRAINT TRIGGER raise_revision_by_update AFTER UPDATE ON calendars DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
  WHEN ((OLD.is_primary, OLD.is_checked, OLD.counts_tentative, OLD.counts_all_day, OLD.counts_out_of_office, OLD.when_unreadable, OLD.missing_since)
    IS DISTINCT FROM (NEW.is_primary, NEW.is_checked, NEW.counts_tentative, NEW.counts_all_day, NEW.counts_out_of_office, NEW.when_unreadable, NEW.missing_since))
  EXECUTE FUNCTION host_changed();
--> statement-breakpoint
CREATE CONSTRAINT TRIGGER raise_revision AFTER INSERT OR UPDATE OR DELETE ON calendar_entries DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
  EXECUTE FUNCTION host_changed();
