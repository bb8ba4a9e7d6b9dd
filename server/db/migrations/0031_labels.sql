-- A host's own labels. `name_key` is the name as it is compared, because a name can be used once, whatever its case.
CREATE TABLE labels (
  host_id uuid NOT NULL REFERENCES hosts (id) ON DELETE CASCADE,
  id uuid NOT NULL,
  name text NOT NULL,
  name_key text NOT NULL,
  color text NOT NULL,
  position integer NOT NULL,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (host_id, id)
);
--> statement-breakpoint
CREATE UNIQUE INDEX labels_by_name ON labels (host_id, name_key);
--> statement-breakpoint
CREATE TABLE event_labels (
  host_id uuid NOT NULL,
  event_id uuid NOT NULL,
  label_id uuid NOT NULL,
  PRIMARY KEY (host_id, event_id, label_id),
  FOREIGN KEY (host_id, event_id) REFERENCES events (host_id, id) ON DELETE CASCADE,
  FOREIGN KEY (host_id, label_id) REFERENCES labels (host_id, id) ON DELETE CASCADE
);
--> statement-breakpoint
CREATE INDEX event_labels_by_label ON event_labels (host_id, label_id);
--> statement-breakpoint
CREATE TABLE booking_labels (
  host_id uuid NOT NULL,
  booking_id text NOT NULL,
  label_id uuid NOT NULL,
  PRIMARY KEY (host_id, booking_id, label_id),
  FOREIGN KEY (host_id, booking_id) REFERENCES bookings (host_id, id) ON DELETE CASCADE,
  FOREIGN KEY (host_id, label_id) REFERENCES labels (host_id, id) ON DELETE CASCADE
);
--> statement-breakpoint
CREATE INDEX booking_labels_by_label ON booking_labels (host_id, label_id, booking_id);
--> statement-breakpoint
-- Everyone with a collection has labels of their own on it.
CREATE TABLE collection_labels (
  host_id uuid NOT NULL,
  collection_host_id uuid NOT NULL,
  collection_id uuid NOT NULL,
  label_id uuid NOT NULL,
  PRIMARY KEY (host_id, collection_host_id, collection_id, label_id),
  FOREIGN KEY (collection_host_id, collection_id) REFERENCES collections (host_id, id) ON DELETE CASCADE,
  FOREIGN KEY (host_id, label_id) REFERENCES labels (host_id, id) ON DELETE CASCADE
);
--> statement-breakpoint
CREATE INDEX collection_labels_by_collection ON collection_labels (collection_host_id, collection_id, host_id);
--> statement-breakpoint
CREATE INDEX collection_labels_by_label ON collection_labels (host_id, label_id);
