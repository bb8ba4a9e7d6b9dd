-- Of the zone rules by which the mirror's all-day entries became instants. Null for mirrors from before there was one.
ALTER TABLE calendar_mirrors ADD COLUMN zone_digest text;
