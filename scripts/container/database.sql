-- Runs once, when PostgreSQL creates its cluster. The role is the owner of its database and no superuser. The settings of its sessions are what the
-- service would set without a pooler.
\set password `cat "${DATABASE_PASSWORD_FILE:-/run/secrets/database-password}"`
create role lms login password :'password';
alter role lms set statement_timeout = '15s';
alter role lms set lock_timeout = '5s';
alter role lms set jit = off;
alter role lms set random_page_cost = 1.1;
create database lms owner lms encoding 'UTF8' template template0;
