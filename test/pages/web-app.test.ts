import { webAppRoutes } from '../../generated/web-app-routes.ts';
import { ROUTES } from '../../src/pages/routes.ts';
import { startTestApp, type TestApp, withPorts, withSettings } from '../support/app.ts';
import { Browser } from '../support/browser.ts';
import { newSchool } from '../support/school.ts';

const ID = '01890000-0000-7000-8000-000000000000';
const OFFERED = Object.entries(webAppRoutes).map(([name, { path }]) => [name, path.replaceAll(/\{\w+\}/g, ID)] as const);

let app: TestApp;
let withWebApp: TestApp;
beforeAll(async () => {
  app = await startTestApp();
  withWebApp = await startTestApp(
    (services) => withSettings({ publicUrl: 'https://learn.example.org' })(withPorts({ webAppUrl: 'https://app.example.net/learn' })(services)),
    {
      beside: app,
    },
  );
});
afterAll(async () => {
  await withWebApp.close();
  await app.close();
});

test.each(OFFERED)('the route %s of the contract is a page of the service, or leads to the web application', async (_name, path) => {
  const address = `${path}?token=x&organisation=y`;
  const { headers } = await new Browser(withWebApp).open(address);
  expect(headers.location).toBe(`https://app.example.net/learn${address}`);
  expect(ROUTES.map((route) => route.path.replaceAll(/:\w+/g, ID))).toContain(path);
});

test('the web application is told which organisation the host names', async () => {
  const { organisation } = await newSchool(app);
  const browser = new Browser(withWebApp);
  browser.headers.Host = `${organisation.subdomain}.learn.example.org`;
  expect((await browser.open('/catalogue?page=2')).headers.location).toBe(
    `https://app.example.net/learn/catalogue?page=2&organisation=${organisation.subdomain}`,
  );
});

test('a web application does not replace the start page', async () => {
  expect((await new Browser(withWebApp).open('/')).status).toBe(200);
});
