-- The telephone of a collector at the exchange that the dialer calls through; null: it is named like the user.
ALTER TABLE "users" ADD COLUMN "extension" text
  CONSTRAINT "users_extension_plain" CHECK ("extension" ~ '^[A-Za-z0-9._+-]{1,40}$');
