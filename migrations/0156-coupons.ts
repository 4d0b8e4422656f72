import { type Kysely, sql } from 'kysely';

/**
 * Coupons, and who has used them. `uses` and the uses of each person are counted, so that one statement decides about the last one. A person is the
 * SHA-256 of the organisation's ID and the key of their email address, because guests have no account.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table coupons (
      organisation_id uuid not null references organisations on delete cascade,
      id uuid not null,
      code text not null check (length(code) between 3 and 40),
      percent_off integer check (percent_off between 1 and 100),
      amount_off bigint check (amount_off > 0),
      currency text check (currency ~ '^[A-Z]{3}$'),
      starts_at timestamptz(3),
      expires_at timestamptz(3),
      max_uses integer check (max_uses > 0),
      max_uses_per_person integer check (max_uses_per_person > 0),
      is_for_all_courses boolean not null,
      is_for_plans boolean not null,
      plan_periods integer check (plan_periods > 0),
      uses integer not null default 0 check (uses >= 0),
      created_at timestamptz(3) not null default now(),
      deactivated_at timestamptz(3),
      primary key (organisation_id, id),
      constraint coupons_discount check ((percent_off is null) <> (amount_off is null) and (amount_off is null) = (currency is null)),
      constraint coupons_window check (expires_at > starts_at)
    );
    create unique index coupons_code on coupons (organisation_id, code) where deactivated_at is null;

    create table coupon_courses (
      organisation_id uuid not null,
      coupon_id uuid not null,
      course_id uuid not null,
      primary key (organisation_id, coupon_id, course_id),
      foreign key (organisation_id, coupon_id) references coupons on delete cascade,
      foreign key (organisation_id, course_id) references courses on delete cascade
    );
    create index coupon_courses_of_course on coupon_courses (organisation_id, course_id, coupon_id);

    create table coupon_people (
      organisation_id uuid not null,
      coupon_id uuid not null,
      person text not null,
      uses integer not null check (uses > 0),
      primary key (organisation_id, coupon_id, person),
      foreign key (organisation_id, coupon_id) references coupons on delete cascade
    );

    create table coupon_redemptions (
      organisation_id uuid not null,
      order_id uuid not null,
      coupon_id uuid not null,
      user_id uuid references users on delete set null,
      person text,
      is_over_limit boolean not null,
      redeemed_at timestamptz(3) not null,
      primary key (organisation_id, order_id),
      foreign key (organisation_id, coupon_id) references coupons on delete cascade
    );
    create index coupon_redemptions_of_coupon on coupon_redemptions (organisation_id, coupon_id);
    create index coupon_redemptions_of_user on coupon_redemptions (user_id, organisation_id, order_id) where user_id is not null;
  `.execute(db);
}
