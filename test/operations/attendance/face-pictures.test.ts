import sharp from 'sharp';
import { openFaceApi } from '../../../src/platform/faces/face-api.ts';
import { startTestApp, withPorts } from '../../support/app.ts';
import { expectStatus } from '../../support/browser.ts';
import { base64, enrol, look, newFacePlace } from '../../support/face-pictures.ts';
import { faultsOf, refusalOf } from '../../support/learner.ts';

const FACE = { model: 'face-api', model_version: '1.7', values: Array(128).fill(0.1) };
const blank = (width: number, height: number) => sharp({ create: { width, height, channels: 3, background: 'white' } });

test('a picture that cannot be decoded within the limits is refused', async () => {
  const place = await newFacePlace(await startTestApp(withPorts({ faceReader: openFaceApi() })));
  const { course, kiosk } = place;
  const mark = (...marks: object[]) => kiosk.call('post', `${course.path}kiosk/mark/`, { marks });
  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>').toString('base64');
  const whole = await base64(blank(640, 480).jpeg());
  expect(await faultsOf(look(place, 'no picture'))).toEqual(['marks.0.picture not_an_image']);
  expect(await faultsOf(look(place, svg))).toEqual(['marks.0.picture not_an_image']);
  expect(await faultsOf(look(place, whole.slice(0, whole.length / 2)))).toEqual(['marks.0.picture not_an_image']);
  expect(await faultsOf(look(place, await base64(blank(10_000, 6_000).png())))).toEqual(['marks.0.picture too_large']);
  expect(await faultsOf(mark(...Array(6).fill({ picture: 'A' })))).toEqual(['marks too_many']);
  expect(await faultsOf(mark({ picture: 'A', face: FACE }))).toEqual(['marks.0 required']);
  expect(await faultsOf(enrol(place, []))).toEqual(['faces required']);
  expect(await faultsOf(enrol(place, ['A'], Array(5).fill(FACE)))).toEqual(['faces too_many']);
  await place.app.close();
});

test('without a model, pictures are refused as not configured, and descriptors work', async () => {
  const place = await newFacePlace(await startTestApp());
  const { app, school, course, learner, kiosk } = place;
  const { body: badge } = await expectStatus(200, school.browser.call('post', `${course.path}badges/${learner.enrollmentId}/reissue/`));
  const notConfigured = [503, 'faces_not_configured'];
  expect(await refusalOf(enrol(place, ['A']))).toEqual(notConfigured);
  expect(await refusalOf(look(place, 'A'))).toEqual(notConfigured);
  expect(await refusalOf(kiosk.call('post', `${course.path}kiosk/enrol/`, { badge: badge.token, pictures: ['A'] }))).toEqual(notConfigured);
  await expectStatus(200, enrol(place, [], [FACE]));
  const marks = [{ face: FACE }];
  expect((await expectStatus(200, kiosk.call('post', `${course.path}kiosk/mark/`, { marks }))).body.results).toMatchObject([{ outcome: 'recognized' }]);
  await app.close();
});
