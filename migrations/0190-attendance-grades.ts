import { type Kysely, sql } from 'kysely';

/**
 * The attendance rate of each learner as it was computed last, so that other areas can read it, and what it counts in the grades of the learner. Rates from
 * before are computed here once, by the rule of the service.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table attendance_rates (
      organisation_id uuid not null,
      enrollment_id uuid not null,
      course_id uuid not null,
      percent numeric(5, 2) check (percent between 0 and 100),
      present integer not null,
      late integer not null,
      excused integer not null,
      absent integer not null,
      made_up integer not null,
      primary key (organisation_id, enrollment_id),
      foreign key (organisation_id, enrollment_id) references enrollments on delete cascade,
      foreign key (organisation_id, course_id) references courses on delete cascade
    );
    create index attendance_rates_course on attendance_rates (organisation_id, course_id);

    insert into attendance_rates (organisation_id, enrollment_id, course_id, percent, present, late, excused, absent, made_up)
    select organisation_id, enrollment_id, course_id,
      round((present * 100 + late * credit)::numeric / nullif(present + late + greatest(0, absent - made_up - free), 0), 2), present, late, excused, absent, made_up
    from (
      select r.organisation_id, r.enrollment_id, r.course_id,
        coalesce((s.rules ->> 'late_credit_percent')::int, 100) as credit, coalesce((s.rules ->> 'free_absences')::int, 0) as free,
        count(*) filter (where r.status = 'present')::int as present, count(*) filter (where r.status = 'late')::int as late,
        count(*) filter (where r.status = 'excused')::int as excused, count(*) filter (where r.status = 'absent')::int as absent,
        count(*) filter (where r.status = 'absent' and exists (select from attendance_records o where o.organisation_id = r.organisation_id
          and o.enrollment_id = r.enrollment_id and o.makes_up_for = r.meeting_id and o.status in ('present', 'late')))::int as made_up
      from attendance_records r
      join attendance_meetings m on m.organisation_id = r.organisation_id and m.id = r.meeting_id
      left join attendance_settings s on s.organisation_id = r.organisation_id and s.course_id = r.course_id
      where m.closed_at is not null and not m.is_cancelled and (r.is_expected or r.makes_up_for is not null)
      group by r.organisation_id, r.enrollment_id, r.course_id, s.rules
    ) counted;

    alter table gradebook_results add column attendance jsonb;
  `.execute(db);
}
