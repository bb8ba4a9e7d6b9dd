-- Counts the changes, so that one made from an older state can be told.
ALTER TABLE events ADD COLUMN version integer NOT NULL DEFAULT 1;
