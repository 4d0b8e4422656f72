const wholeOf = (side: 'before' | 'after') =>
  `case when personal.${side} is null then log.${side} else coalesce(log.${side}, '{}') || personal.${side} end as ${side}`;

/** The entries of the audit log with what is personal in them, for queries of tests. */
export const AUDIT = `(select log.organisation_id, log.id, log.actor_type, log.actor_id, log.action, log.object_id, ${wholeOf('before')}, ${wholeOf('after')},
  personal.ip, log.created_at from audit_log log
  left join audit_personal personal on personal.organisation_id = log.organisation_id and personal.id = log.id) as audit`;
