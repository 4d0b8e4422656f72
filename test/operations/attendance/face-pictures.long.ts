import { readFile } from 'node:fs/promises';
import sharp from 'sharp';
import { openFaceApi } from '../../../src/platform/faces/face-api.ts';
import { startTestApp, withPorts } from '../../support/app.ts';
import { takesAtMost } from '../../support/bound.ts';
import { expectStatus } from '../../support/browser.ts';
import { base64, enrol, type FacePlace, look, newFacePlace } from '../../support/face-pictures.ts';
import { faultsOf } from '../../support/learner.ts';

takesAtMost(60);

/** Three people, in a picture that comes with the package of the model, and where two of them are in it. */
const GROUP = new URL(import.meta.resolve('@vladmandic/face-api/demo/sample1.jpg'));
const ONE = { left: 1374, top: 97, width: 404, height: 440 };
const OTHER = { left: 742, top: 323, width: 380, height: 416 };

let place: FacePlace;
let group: string;
let [one, oneAgain, other, nobody]: string[] = [];
beforeAll(async () => {
  const bytes = await readFile(GROUP);
  const cut = (part: typeof ONE) => sharp(bytes).extract(part);
  group = bytes.toString('base64');
  one = await base64(cut(ONE).jpeg());
  oneAgain = await base64(cut(ONE).resize(180).modulate({ brightness: 1.1 }).webp());
  other = await base64(cut(OTHER).jpeg());
  nobody = await base64(sharp({ create: { width: 640, height: 480, channels: 3, background: '#88aacc' } }).jpeg());
  place = await newFacePlace(await startTestApp(withPorts({ faceReader: openFaceApi() })));
});
afterAll(() => place.app.close());

const seen = async (picture = '') => (await expectStatus(200, look(place, picture))).body.results[0];

test('a learner who enrolled by a picture is recognized by another one, and nobody else is taken for them', async () => {
  const { learner } = place;
  expect(await seen(one)).toMatchObject({ outcome: 'unknown' });
  expect((await expectStatus(200, enrol(place, [one as string]))).body).toMatchObject({ is_enrolled: true, faces: 1 });
  expect(await seen(other)).toMatchObject({ outcome: 'unknown' });
  expect(await seen(oneAgain)).toMatchObject({ outcome: 'recognized', enrollment_id: learner.enrollmentId });
});

test('every picture that shows no face or several is reported, and nothing is stored or used up', async () => {
  const learner = await place.course.enrolled();
  const { app } = place;
  expect(await faultsOf(look(place, nobody as string))).toEqual(['marks.0.picture no_face']);
  expect(await faultsOf(enrol({ app, learner }, [one as string, nobody as string, group]))).toEqual(['pictures.1 no_face', 'pictures.2 several_faces']);
  expect((await expectStatus(200, learner.browser.call('get', 'me/attendance/face-enrolment/'))).body).toMatchObject({ is_enrolled: false, faces: 0 });
});
