import { bindReferral, touchesOf } from '../../domain/affiliates/referrals/bind-touches.ts';
import { startCheckout } from '../../domain/commerce/orders/checkout.ts';
import { browserOfForm } from '../../domain/commerce/orders/guest-forms.ts';
import { requireGuestAddress } from '../../domain/commerce/orders/guests.ts';
import type { Handler } from '../../http/handler.ts';

export const handler: Handler<'startCheckout'> = async ({ tools, user, viewer, origin, visitor, referralCookie, path, body }) => {
  const { email: given, referral_token: token, ...wish } = body;
  const seen = await viewer();
  const referral = { cookie: referralCookie, token };
  if (user) {
    await bindReferral(tools, user, referral);
    return reply(await startCheckout(tools, { ...user, organisationId: seen.organisationId, role: seen.role }, path.course_pk, wish));
  }
  const email = await requireGuestAddress(tools, seen, path.course_pk, given);
  const visitorId = visitor.id ?? (await browserOfForm(tools, seen.organisationId, origin.client?.(), [path.course_pk, body]));
  visitor.remember(visitorId);
  const guest = { organisationId: seen.organisationId, actorId: null, email, visitorId, client: origin.client, followed: touchesOf(tools, referral) };
  return reply(await startCheckout(tools, guest, path.course_pk, wish));
};

const reply = ({ begins, checkout }: Awaited<ReturnType<typeof startCheckout>>) => ({ status: begins ? (201 as const) : (200 as const), body: checkout });
