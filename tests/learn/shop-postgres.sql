-- A shop of several tenants, with what a schema of PostgreSQL says.
CREATE TYPE order_status AS ENUM ('new', 'paid', 'shipped', 'returned');
CREATE DOMAIN positive_amount AS numeric(10,2) CHECK (VALUE > 0);

CREATE TABLE tenants (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    name varchar(60) NOT NULL UNIQUE,
    plan text DEFAULT 'free' NOT NULL CHECK (plan IN ('free', 'pro', 'enterprise')),
    created_at timestamptz DEFAULT now() NOT NULL
);

CREATE TABLE users (
    id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
    tenant_id bigint NOT NULL REFERENCES tenants,
    email varchar(255) NOT NULL,
    first_name varchar(20),
    last_name varchar(40) NOT NULL,
    zip varchar(10),
    country_code char(2) NOT NULL,
    age smallint CHECK (age BETWEEN 18 AND 120),
    settings jsonb DEFAULT '{}' NOT NULL,
    tags text[],
    last_ip inet,
    is_admin boolean DEFAULT false NOT NULL,
    manager_id uuid REFERENCES users (id),
    created_at timestamptz NOT NULL,
    updated_at timestamptz NOT NULL,
    deleted_at timestamptz,
    CHECK (updated_at >= created_at),
    UNIQUE (tenant_id, email),
    UNIQUE (id, tenant_id)
);
CREATE UNIQUE INDEX users_lower_email ON users (lower(email)) WHERE deleted_at IS NULL;

CREATE TABLE products (
    sku char(8) PRIMARY KEY CHECK (sku ~ '^[A-Z]{3}-[0-9]{4}$'),
    name text NOT NULL,
    price positive_amount NOT NULL,
    sale_price numeric(10,2),
    stock integer DEFAULT 0 NOT NULL CHECK (stock >= 0),
    attributes jsonb,
    CHECK (sale_price < price)
);

CREATE TABLE orders (
    id serial PRIMARY KEY,
    tenant_id bigint NOT NULL REFERENCES tenants (id),
    user_id uuid NOT NULL,
    status order_status DEFAULT 'new' NOT NULL,
    number text NOT NULL,
    placed_at timestamp(0) NOT NULL,
    shipped_at timestamp(0),
    total numeric(12,2) NOT NULL CHECK (total >= 0),
    tax numeric(12,2) GENERATED ALWAYS AS (total * 0.19) STORED,
    note varchar(200),
    FOREIGN KEY (user_id, tenant_id) REFERENCES users (id, tenant_id),
    CONSTRAINT shipped_later CHECK (shipped_at IS NULL OR shipped_at > placed_at),
    UNIQUE (tenant_id, number)
);

CREATE TABLE order_items (
    order_id integer NOT NULL REFERENCES orders ON DELETE CASCADE,
    line smallint NOT NULL,
    product_sku char(8) NOT NULL REFERENCES products (sku),
    quantity integer NOT NULL CHECK (quantity > 0),
    unit_price numeric(10,2) NOT NULL,
    PRIMARY KEY (order_id, line)
);

CREATE TABLE members (
    tenant_id bigint NOT NULL REFERENCES tenants,
    user_id uuid NOT NULL REFERENCES users,
    role text NOT NULL CHECK (role = ANY (ARRAY['owner'::text, 'member'::text])),
    PRIMARY KEY (tenant_id, user_id)
);
CREATE UNIQUE INDEX one_owner ON members (tenant_id) WHERE role = 'owner';

CREATE TABLE attachments (
    id bigserial PRIMARY KEY,
    order_id integer REFERENCES orders,
    product_sku char(8) REFERENCES products,
    file_name text NOT NULL,
    byte_size bigint NOT NULL,
    sha256 char(64) NOT NULL,
    CHECK (num_nonnulls(order_id, product_sku) = 1)
);

CREATE TABLE profiles (
    user_id uuid PRIMARY KEY REFERENCES users,
    bio text,
    birthday date,
    valid_during daterange NOT NULL,
    opening time NOT NULL,
    closing time NOT NULL,
    CHECK (opening < closing)
);

CREATE TABLE "Mixed Case" (
    "Id" integer PRIMARY KEY,
    "order" integer NOT NULL,
    "user_id" uuid
);
