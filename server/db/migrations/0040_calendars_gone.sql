-- A provider that says once that a calendar doesn't exist may be mistaken: its entries count until this says so.
ALTER TABLE calendars ADD COLUMN gone_since timestamptz;
--> statement-breakpoint
DROP TRIGGER raise_revision_by_update ON calendars;
--> statement-breakpoint
CREATE CONSTRAINT TRIGGER raise_revision_by_update AFTER UPDATE ON calendars DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
  WHEN ((OLD.is_primary, OLD.is_checked, OLD.counts_tentative, OLD.counts_all_day, OLD.counts_out_of_office, OLD.when_unreadable, OLD.missing_since, OLD.gone_since)
    IS DISTINCT FROM (NEW.is_primary, NEW.is_checked, NEW.counts_tentative, NEW.counts_all_day, NEW.counts_out_of_office, NEW.when_unreadable, NEW.missing_since, NEW.gone_since))
  EXECUTE FUNCTION host_changed();
