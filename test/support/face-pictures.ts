import type { Sharp } from 'sharp';
import type { TestApp } from './app.ts';
import { type AttendedCourse, newAttendedCourse, soon, wait } from './attendance.ts';
import { Browser, expectStatus } from './browser.ts';
import { insertKiosk } from './kiosk.ts';
import type { Enrolled } from './learner.ts';
import { newSchool, type School } from './school.ts';

/** A place with learners and a kiosk at which they check in by their faces. */
export interface FacePlace {
  app: TestApp;
  school: School;
  course: AttendedCourse;
  learner: Enrolled;
  kiosk: Browser;
}

const ALLOWED = { is_enabled: true, has_legal_basis: true, learners_are_adults: true };

export async function newFacePlace(app: TestApp): Promise<FacePlace> {
  const school = await newSchool(app);
  const course = await newAttendedCourse(app, school);
  const learner = await course.enrolled();
  const kiosk = new Browser(app);
  kiosk.cookie = (await insertKiosk(app.database.pool, course.courseId, app.clock.now())).cookie;
  await course.settings({ faces: ALLOWED, kiosk: { is_enabled: true, methods: ['qr', 'face'] } });
  await course.meet(soon(app, 10));
  wait(app, 11);
  return { app, school, course, learner, kiosk };
}

/** Enrols a learner with a token. */
export async function enrol({ app, learner }: Pick<FacePlace, 'app' | 'learner'>, pictures: string[], faces: object[] = []): ReturnType<Browser['call']> {
  const { token } = (await expectStatus(200, learner.browser.call('post', 'me/attendance/face-enrolment/session/'))).body;
  const { version, sha256 } = (await expectStatus(200, new Browser(app).call('get', `attendance/self-enrol/?token=${token}`))).body.consent;
  return new Browser(app).call('post', 'attendance/self-enrol/', { token, consent: { version, sha256 }, pictures, faces });
}
/** Shows the kiosk a picture. */
export const look = ({ kiosk, course }: FacePlace, picture: string): ReturnType<Browser['call']> =>
  kiosk.call('post', `${course.path}kiosk/mark/`, { marks: [{ picture }] });

export const base64 = async (image: Sharp): Promise<string> => (await image.toBuffer()).toString('base64');
