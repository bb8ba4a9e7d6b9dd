-- Events ask the questions of a collection as long as it is shared with their host.
CREATE FUNCTION share_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM raise_host_revision(member) FROM (
    SELECT DISTINCT member FROM unnest(ARRAY[OLD.member_id, NEW.member_id]) AS member WHERE member IS NOT NULL
  ) AS members;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE CONSTRAINT TRIGGER raise_revision AFTER INSERT OR DELETE ON collection_shares DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
  EXECUTE FUNCTION share_changed();
--> statement-breakpoint
CREATE CONSTRAINT TRIGGER raise_revision_by_update AFTER UPDATE ON collection_shares DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
  WHEN (OLD.member_id IS DISTINCT FROM NEW.member_id) EXECUTE FUNCTION share_changed();
