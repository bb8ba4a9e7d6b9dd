-- Two changes that raise the revisions of the same hosts would each wait for the other if their orders differed.
CREATE OR REPLACE FUNCTION collection_changed() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  changed uuid;
BEGIN
  FOR changed IN
    SELECT DISTINCT host_id FROM event_collections
    WHERE collection_host_id = NEW.host_id AND collection_id = NEW.id ORDER BY host_id
  LOOP
    PERFORM raise_host_revision(changed);
  END LOOP;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION share_changed() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  changed uuid;
BEGIN
  FOR changed IN
    SELECT DISTINCT member FROM unnest(ARRAY[OLD.member_id, NEW.member_id]) AS member
    WHERE member IS NOT NULL ORDER BY member
  LOOP
    PERFORM raise_host_revision(changed);
  END LOOP;
  RETURN NULL;
END $$;
