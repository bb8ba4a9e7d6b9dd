-- Where a CalDAV account is, for a host who types its password again after the key to their credential was lost.
ALTER TABLE calendar_connections ADD COLUMN address text;
