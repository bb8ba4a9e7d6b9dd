CREATE TABLE collections (
  host_id uuid NOT NULL REFERENCES hosts (id) ON DELETE CASCADE,
  id uuid NOT NULL,
  name text NOT NULL,
  description text NOT NULL,
  type text NOT NULL CHECK (type IN ('generic', 'boomEvent')),
  fields jsonb NOT NULL,
  is_archived boolean NOT NULL,
  version integer NOT NULL DEFAULT 1,
  deleted_at timestamptz,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  PRIMARY KEY (host_id, id)
);
--> statement-breakpoint
CREATE UNIQUE INDEX collections_by_id ON collections (id, host_id);
--> statement-breakpoint
CREATE INDEX collections_deleted ON collections (deleted_at, host_id) WHERE deleted_at IS NOT NULL;
--> statement-breakpoint
CREATE TABLE collection_shares (
  host_id uuid NOT NULL,
  collection_id uuid NOT NULL,
  -- Names the share to its owner, who must not learn whether an address has an account.
  id uuid NOT NULL,
  email text NOT NULL,
  -- Null until somebody signs in with the address; from then on the person has it, whoever gets the address later.
  member_id uuid REFERENCES hosts (id) ON DELETE CASCADE,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (host_id, collection_id, id),
  FOREIGN KEY (host_id, collection_id) REFERENCES collections (host_id, id) ON DELETE CASCADE
);
--> statement-breakpoint
CREATE UNIQUE INDEX collection_shares_by_email ON collection_shares (host_id, collection_id, email);
--> statement-breakpoint
CREATE INDEX collection_shares_by_member ON collection_shares (member_id, host_id, collection_id);
--> statement-breakpoint
CREATE INDEX collection_shares_waiting ON collection_shares (email, host_id) WHERE member_id IS NULL;
--> statement-breakpoint
CREATE TABLE event_collections (
  host_id uuid NOT NULL,
  event_id uuid NOT NULL,
  position integer NOT NULL,
  -- Of whoever the collection belongs to: it may be shared with the event's host.
  collection_host_id uuid NOT NULL,
  collection_id uuid NOT NULL,
  stage text NOT NULL CHECK (stage IN ('onBooking', 'postBooking')),
  PRIMARY KEY (host_id, event_id, position),
  FOREIGN KEY (host_id, event_id) REFERENCES events (host_id, id) ON DELETE CASCADE,
  FOREIGN KEY (collection_host_id, collection_id) REFERENCES collections (host_id, id) ON DELETE CASCADE
);
--> statement-breakpoint
CREATE UNIQUE INDEX event_collections_once ON event_collections (host_id, event_id, collection_id);
--> statement-breakpoint
CREATE INDEX event_collections_by_collection ON event_collections (collection_host_id, collection_id, host_id);
--> statement-breakpoint
-- What is shared with an address is for whoever Google vouches for; hosts from before are known again once they sign in.
ALTER TABLE hosts ADD COLUMN email_verified boolean NOT NULL DEFAULT false;
--> statement-breakpoint
-- To find whom a collection is to be shared with.
CREATE INDEX hosts_by_email ON hosts (lower(email));
--> statement-breakpoint
-- The booking's own copy of what was asked, with the answers: collections change, answers keep their meaning.
ALTER TABLE bookings ADD COLUMN custom_fields jsonb NOT NULL DEFAULT '[]';
