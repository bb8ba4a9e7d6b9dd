-- What programs, such as the browser extension, use to act for a host.
CREATE TABLE access_tokens (
  host_id uuid NOT NULL REFERENCES hosts (id) ON DELETE CASCADE,
  token_hash text NOT NULL,
  id uuid NOT NULL,
  scopes jsonb NOT NULL,
  device text,
  created_at timestamptz NOT NULL,
  last_used_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  PRIMARY KEY (token_hash, host_id)
);
--> statement-breakpoint
CREATE UNIQUE INDEX access_tokens_by_id ON access_tokens (host_id, id);
--> statement-breakpoint
CREATE INDEX access_tokens_by_expiry ON access_tokens (expires_at, host_id);
--> statement-breakpoint
CREATE TABLE authorization_codes (
  host_id uuid NOT NULL REFERENCES hosts (id) ON DELETE CASCADE,
  code_hash text NOT NULL,
  code_challenge text NOT NULL,
  redirect_uri text NOT NULL,
  scopes jsonb NOT NULL,
  expires_at timestamptz NOT NULL,
  token_id uuid,
  PRIMARY KEY (code_hash, host_id)
);
--> statement-breakpoint
CREATE INDEX authorization_codes_by_expiry ON authorization_codes (expires_at, host_id);
--> statement-breakpoint
CREATE INDEX authorization_codes_by_host ON authorization_codes (host_id);
