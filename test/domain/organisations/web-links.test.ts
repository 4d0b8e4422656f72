import { webPath, webUrl } from '../../../src/domain/organisations/organisations/web-links.ts';

const BASE = 'https://learn.example.org';
const own = { address: 'https://school.learn.example.org', subdomain: 'school' };
const unnamed = { address: BASE, subdomain: 'school' };

test('a path contains its values, escaped', () => {
  expect(webPath('preview', { course_id: 'a/b', token: 'x&y' })).toBe('/preview/a%2Fb?token=x%26y');
  expect(webPath('sign_in')).toBe('/sign-in');
});

test.each([
  ['the host of the organisation', null, own, '/join?code=X', 'https://school.learn.example.org/join?code=X'],
  ['the service, if the organisation has no host', null, unnamed, '/join?code=X', `${BASE}/join?code=X&organisation=school`],
  ['the service, if there is no organisation', null, undefined, '/sign-in', `${BASE}/sign-in`],
  ['the web application, with the organisation', 'https://app.example.net', own, '/sign-in', 'https://app.example.net/sign-in?organisation=school'],
  ['the web application', 'https://app.example.net', undefined, '/sign-in', 'https://app.example.net/sign-in'],
])('a link leads to %s', (_where, webAppUrl, site, path, expected) => {
  expect(webUrl({ base: BASE, webAppUrl }, site, path)).toBe(expected);
});
