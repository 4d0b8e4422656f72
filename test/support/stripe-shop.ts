import type { JobName } from '../../src/domain/kernel/jobs.ts';
import { stripePayments } from '../../src/platform/payments/stripe.ts';
import { startTestApp, type TestApp, withPorts } from './app.ts';
import type { TestUser } from './browser.ts';
import { newSchool, type School } from './school.ts';
import { newShop, type Shop } from './shop.ts';
import { peerSettings, type StripeObject, type StripePeer, startStripePeer } from './stripe-peer.ts';

type Ports = Parameters<typeof withPorts>[0];

export interface StripeShop {
  app: TestApp;
  peer: StripePeer;
  shop: Shop;
  /** Opens another shop. */
  open(school?: School): Promise<Shop>;
  /** Has a buyer buy the course. */
  buy(shop?: Shop): Promise<Sale>;
  close(): Promise<void>;
}

export interface Sale {
  buyer: TestUser & { id: string };
  orderId: string;
  session: StripeObject;
}

/** The session of an order, as the peer has it. */
export const sessionOf = (peer: StripePeer, orderId: string): StripeObject =>
  [...peer.objects.values()].find(({ client_reference_id }) => client_reference_id === orderId) as StripeObject;

/** Sends notifications of the peer to the service. */
export const listenWith = (app: TestApp) => (body: string, signature: string) =>
  app.http.post('/billing/gateway/webhook/').set('Content-Type', 'application/json').set('Stripe-Signature', signature).send(body);

/** Starts the service with a peer of Stripe that sends its notifications, and a shop. */
export async function startStripeShop(ports: Ports = {}, idle: readonly JobName[] = []): Promise<StripeShop> {
  const peer = await startStripePeer();
  const app = await startTestApp(
    (services) => withPorts({ payments: stripePayments(peerSettings(peer), services.ports.clock, { timeoutMs: 2000, retries: 0 }), ...ports })(services),
    { idle },
  );
  peer.now = () => app.clock.now();
  peer.listener = listenWith(app);
  const activate = async (link: string) => {
    const account = peer.objects.get(new URL(link).pathname.split('/')[1] as string) as StripeObject;
    Object.assign(account, { details_submitted: true, charges_enabled: true, payouts_enabled: true });
  };
  const open = async (school?: School) => newShop(app, activate, school ?? (await newSchool(app)));
  const shop = await open();
  return {
    app,
    peer,
    shop,
    open,
    async buy(one = shop) {
      const buyer = await one.newBuyer();
      const { order } = await one.checkOut(buyer);
      const session = sessionOf(peer, order.id);
      await peer.pay(session);
      await app.mailbox.runJobs();
      return { buyer, orderId: order.id, session };
    },
    async close() {
      await app.close();
      await peer.close();
    },
  };
}
