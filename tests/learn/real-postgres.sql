-- Constructs of schemas in use, each table with the shape of one of theirs.

-- A rental shop: domains, enumerations, a search column that a trigger fills, partitions by month, stores and staff in a circle.
CREATE TYPE mpaa_rating AS ENUM ('G', 'PG', 'PG-13', 'R', 'NC-17');
CREATE DOMAIN year AS integer CHECK (VALUE >= 1901 AND VALUE <= 2155);
CREATE DOMAIN bigint_key AS bigint CHECK (VALUE > 0);
CREATE FUNCTION last_updated() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN NEW.last_update = CURRENT_TIMESTAMP; RETURN NEW; END $$;
CREATE FUNCTION group_sfunc(text, text) RETURNS text LANGUAGE sql AS $$ SELECT coalesce($1 || ', ', '') || $2 $$;
CREATE AGGREGATE group_concat(text) (SFUNC = group_sfunc, STYPE = text);
CREATE TABLE country (country_id serial PRIMARY KEY, country text NOT NULL, last_update timestamptz DEFAULT now() NOT NULL);
CREATE TABLE city (
    city_id serial PRIMARY KEY, city text NOT NULL, country_id integer NOT NULL REFERENCES country ON UPDATE CASCADE ON DELETE RESTRICT,
    last_update timestamptz DEFAULT now() NOT NULL);
CREATE TABLE address (
    address_id serial PRIMARY KEY, address text NOT NULL, address2 text, district text NOT NULL, city_id integer NOT NULL REFERENCES city,
    postal_code text, phone text NOT NULL);
CREATE TABLE film (
    film_id serial PRIMARY KEY, title varchar(128) NOT NULL, description text, release_year year, rental_duration smallint DEFAULT 3 NOT NULL,
    rental_rate numeric(4,2) DEFAULT 4.99 NOT NULL, length smallint CHECK (length > 0), rating mpaa_rating DEFAULT 'G',
    special_features text[], fulltext tsvector NOT NULL, last_update timestamptz DEFAULT now() NOT NULL);
CREATE TRIGGER last_updated BEFORE UPDATE ON film FOR EACH ROW EXECUTE FUNCTION last_updated();
CREATE TRIGGER film_fulltext_trigger BEFORE INSERT OR UPDATE ON film FOR EACH ROW
    EXECUTE FUNCTION tsvector_update_trigger('fulltext', 'pg_catalog.english', 'title', 'description');
CREATE INDEX film_fulltext_idx ON film USING gist (fulltext);
CREATE TABLE store (store_id serial PRIMARY KEY, manager_staff_id integer NOT NULL UNIQUE, address_id integer NOT NULL REFERENCES address);
CREATE TABLE staff (
    staff_id serial PRIMARY KEY, first_name text NOT NULL, email text, store_id integer NOT NULL REFERENCES store, active boolean DEFAULT true NOT NULL,
    picture bytea);
ALTER TABLE store ADD FOREIGN KEY (manager_staff_id) REFERENCES staff (staff_id) DEFERRABLE INITIALLY DEFERRED;
CREATE TABLE inventory (
    inventory_id serial PRIMARY KEY, film_id integer NOT NULL REFERENCES film, store_id integer NOT NULL REFERENCES store);
CREATE TABLE rental (
    rental_id serial PRIMARY KEY, rental_period tstzrange NOT NULL, inventory_id integer NOT NULL REFERENCES inventory,
    staff_id integer NOT NULL REFERENCES staff);
CREATE TABLE payment (
    payment_id serial NOT NULL, rental_id integer NOT NULL REFERENCES rental, amount numeric(5,2) NOT NULL, payment_date timestamptz NOT NULL,
    PRIMARY KEY (payment_date, payment_id)) PARTITION BY RANGE (payment_date);
CREATE TABLE payment_p2024_01 PARTITION OF payment FOR VALUES FROM ('2024-01-01 00:00:00+00') TO ('2024-02-01 00:00:00+00');
CREATE TABLE payment_p2024_02 PARTITION OF payment FOR VALUES FROM ('2024-02-01 00:00:00+00') TO ('2024-03-01 00:00:00+00');
CREATE VIEW film_list AS SELECT film_id, title FROM film;

-- A music shop: names with capitals, keys of two columns, a tree of employees.
CREATE TABLE "Artist" ("ArtistId" int NOT NULL, "Name" varchar(120), CONSTRAINT "PK_Artist" PRIMARY KEY ("ArtistId"));
CREATE TABLE "Album" (
    "AlbumId" int NOT NULL, "Title" varchar(160) NOT NULL, "ArtistId" int NOT NULL, CONSTRAINT "PK_Album" PRIMARY KEY ("AlbumId"),
    CONSTRAINT "FK_AlbumArtistId" FOREIGN KEY ("ArtistId") REFERENCES "Artist" ("ArtistId"));
CREATE TABLE "Employee" (
    "EmployeeId" int NOT NULL PRIMARY KEY, "LastName" varchar(20) NOT NULL, "ReportsTo" int REFERENCES "Employee" ("EmployeeId"),
    "BirthDate" timestamp, "HireDate" timestamp, CHECK ("HireDate" > "BirthDate"));
CREATE TABLE "Track" (
    "TrackId" int NOT NULL PRIMARY KEY, "Name" varchar(200) NOT NULL, "AlbumId" int REFERENCES "Album" ("AlbumId"), "Bytes" int,
    "UnitPrice" numeric(10,2) NOT NULL);
CREATE TABLE "Playlist" ("PlaylistId" int NOT NULL PRIMARY KEY, "Name" varchar(120));
CREATE TABLE "PlaylistTrack" (
    "PlaylistId" int NOT NULL REFERENCES "Playlist" ("PlaylistId"), "TrackId" int NOT NULL REFERENCES "Track" ("TrackId"),
    CONSTRAINT "PK_PlaylistTrack" PRIMARY KEY ("PlaylistId", "TrackId"));

-- An importer: keys of texts with a fixed length, conditions of ranges, a line's discount.
CREATE TABLE customers (customer_id char(5) PRIMARY KEY, company_name varchar(40) NOT NULL, contact_title varchar(30), fax varchar(24));
CREATE TABLE products (
    product_id smallint PRIMARY KEY, product_name varchar(40) NOT NULL, unit_price real CHECK (unit_price >= 0), units_in_stock smallint,
    discontinued integer NOT NULL CHECK (discontinued IN (0, 1)));
CREATE TABLE sales_orders (
    order_id smallint PRIMARY KEY, customer_id char(5) REFERENCES customers, order_date date NOT NULL, required_date date, shipped_date date,
    CHECK (required_date >= order_date), CHECK (shipped_date IS NULL OR shipped_date >= order_date));
CREATE TABLE order_details (
    order_id smallint NOT NULL REFERENCES sales_orders, product_id smallint NOT NULL REFERENCES products, quantity smallint NOT NULL CHECK (quantity > 0),
    discount real NOT NULL CHECK (discount >= 0 AND discount < 1), list_price numeric(10,2) NOT NULL, net_price numeric(10,2) NOT NULL,
    CHECK (net_price <= list_price), PRIMARY KEY (order_id, product_id));

-- A social network: keys that the server numbers, partial unique indexes, references to one of several tables.
CREATE TABLE accounts (
    id bigint GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY, username varchar DEFAULT '' NOT NULL, domain varchar, uri varchar DEFAULT '' NOT NULL,
    locked boolean DEFAULT false NOT NULL, moved_to_account_id bigint REFERENCES accounts ON DELETE SET NULL, fields jsonb,
    also_known_as varchar[], created_at timestamp(6) NOT NULL, updated_at timestamp(6) NOT NULL);
CREATE UNIQUE INDEX index_accounts_on_username_and_domain_lower ON accounts (lower(username), COALESCE(lower(domain), ''));
CREATE TABLE statuses (
    id bigserial PRIMARY KEY, account_id bigint NOT NULL REFERENCES accounts ON DELETE CASCADE, in_reply_to_id bigint REFERENCES statuses,
    text text DEFAULT '' NOT NULL, visibility integer DEFAULT 0 NOT NULL, uri varchar, deleted_at timestamp, created_at timestamp NOT NULL);
CREATE UNIQUE INDEX index_statuses_on_uri ON statuses (uri) WHERE uri IS NOT NULL;
CREATE TABLE follows (
    id bigserial PRIMARY KEY, account_id bigint NOT NULL REFERENCES accounts, target_account_id bigint NOT NULL REFERENCES accounts,
    CHECK (account_id <> target_account_id), UNIQUE (account_id, target_account_id));
CREATE TABLE notifications (
    id bigserial PRIMARY KEY, account_id bigint NOT NULL, from_account_id bigint NOT NULL, activity_type varchar NOT NULL CHECK (activity_type IN ('Status', 'Follow', 'Poll')),
    activity_id bigint NOT NULL);

-- An office suite and a code host: inheritance, codes by patterns, conditions by case, exactly one of several owners, generated columns.
CREATE TABLE mail_thread (id serial PRIMARY KEY, create_date timestamp, write_date timestamp, active boolean);
CREATE TABLE res_partner (ref varchar(16) UNIQUE, vat varchar, is_company boolean NOT NULL, email varchar, CHECK (email ~* '^[^@]+@[^@]+\.[^@]+$')) INHERITS (mail_thread);
CREATE TABLE projects (
    id bigint PRIMARY KEY, path text NOT NULL, state smallint DEFAULT 0 NOT NULL, star_count integer DEFAULT 0 NOT NULL, settings jsonb DEFAULT '{}' NOT NULL,
    sha bytea, CONSTRAINT check_path CHECK (char_length(path) <= 255), CONSTRAINT check_slug CHECK (path ~ '^[a-z][a-z0-9-]{2,30}$'),
    CONSTRAINT check_settings CHECK (jsonb_typeof(settings) = 'object'));
CREATE UNIQUE INDEX index_projects_on_lower_path ON projects (lower(path));
CREATE TABLE issues (
    id bigint PRIMARY KEY, iid integer NOT NULL, project_id bigint NOT NULL REFERENCES projects, closed_at timestamptz, state text NOT NULL,
    weight integer CHECK (weight BETWEEN 0 AND 9), due tsrange, tags text[] DEFAULT '{}' NOT NULL,
    seconds_spent integer GENERATED ALWAYS AS (weight * 3600) STORED, UNIQUE (project_id, iid),
    CHECK (state IN ('opened', 'closed')), CHECK ((state = 'closed') = (closed_at IS NOT NULL)));
CREATE TABLE labels (
    id bigint PRIMARY KEY, project_id bigint REFERENCES projects, issue_id bigint REFERENCES issues, title varchar(20) NOT NULL,
    color char(7) NOT NULL CHECK (color ~ '^#[0-9a-f]{6}$'), CHECK (num_nonnulls(project_id, issue_id) = 1),
    CHECK (CASE WHEN issue_id IS NULL THEN length(title) > 0 ELSE true END));
CREATE UNIQUE INDEX one_title_a_project ON labels (project_id, title) WHERE project_id IS NOT NULL;
CREATE TABLE metrics (
    project_id bigint NOT NULL REFERENCES projects, day date NOT NULL, kind text NOT NULL, total bigint NOT NULL, PRIMARY KEY (project_id, day, kind),
    CHECK (kind IN ('clone', 'fetch'))) PARTITION BY LIST (kind);
CREATE TABLE metrics_clone PARTITION OF metrics FOR VALUES IN ('clone');
CREATE TABLE metrics_rest PARTITION OF metrics DEFAULT;
