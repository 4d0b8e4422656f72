import { sql } from 'kysely';
import { ofOwnEnrollments, ofUsers, type PersonalData } from '../../kernel/personal-data.ts';

export const faceData: readonly PersonalData[] = [
  {
    tables: ['attendance_face_consents', 'attendance_faces'],
    exported: {
      name: 'face-enrolments',
      about:
        'Your consents to face recognition, and the number of descriptions of your face that are stored. The descriptions themselves mean nothing to people.',
      rows: (userId) => sql`select c.organisation_id, c.version, c.text_sha256, c.given_at, (select count(*)::int from attendance_faces f
          where f.organisation_id = c.organisation_id and f.user_id = c.user_id) as faces
        from attendance_face_consents c where c.user_id = ${userId}`,
    },
    erase: ofUsers('attendance_face_consents'),
  },
  {
    tables: ['attendance_face_matches'],
    exported: {
      name: 'face-matches',
      about: 'When a kiosk recognised you by your face in the last 30 days, and whether you confirmed it.',
      rows: (userId) => sql`select organisation_id, enrollment_id, meeting_id, seen_at, is_right from attendance_face_matches ${ofOwnEnrollments(userId)}`,
    },
    erase: (userIds) => sql`delete from attendance_face_matches where (organisation_id, enrollment_id) in (
      select e.organisation_id, e.id from enrollments e where e.user_id = any(${userIds}::uuid[]))`,
  },
  {
    tables: ['attendance_face_tokens'],
    erase: ofUsers('attendance_face_tokens'),
  },
];
