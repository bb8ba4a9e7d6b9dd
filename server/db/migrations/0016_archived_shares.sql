-- Everyone a collection is shared with archives it for themselves. Until now there was one state for all, so each keeps it.
ALTER TABLE collection_shares ADD COLUMN is_archived boolean NOT NULL DEFAULT false;
--> statement-breakpoint
UPDATE collection_shares SET is_archived = true FROM collections
  WHERE collections.host_id = collection_shares.host_id AND collections.id = collection_shares.collection_id
    AND collections.is_archived;
