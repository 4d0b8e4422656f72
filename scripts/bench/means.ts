import { seedAttendance } from './attendance.ts';
import type { Gradebooks } from './gradebook.ts';
import type { Means } from './load.ts';
import type { SeededDatabase } from './seed.ts';
import { seedAffiliates } from './seed-affiliates.ts';
import { seedDeliveries } from './seed-deliveries.ts';
import { seedDiscussions } from './seed-discussions.ts';
import { type SellingOrganisation, seedPurchases } from './seed-purchases.ts';
import { seedScale } from './seed-scale.ts';
import { cookiesOf } from './sign-ins.ts';

/** Returns the means of creating loads for a service at this URL, except for those that depend on the round. */
export function meansOf(
  { db, seed }: Pick<SeededDatabase, 'db' | 'seed'>,
  url: string,
  gradebooks: () => Promise<Gradebooks>,
): Omit<Means, 'server' | 'secrets'> {
  const signIn = (users: typeof seed.users) => cookiesOf(users, url);
  const cookies = once(() => signIn(seed.users));
  return {
    seed,
    db,
    cookies,
    gradebooks,
    scale: once(async () => {
      console.error('seeding the large courses');
      const made = await seedScale(db, seed);
      return { ...made, cookies: await signIn(made.learners) };
    }),
    attendance: once(() => {
      console.error('seeding attendance');
      return seedAttendance(db, seed);
    }),
    discussions: once(() => {
      console.error('seeding discussions');
      return seedDiscussions(db, seed);
    }),
    programs: once(async () => {
      console.error('seeding affiliate programmes');
      const made = await seedAffiliates(db, seed);
      return { ...made, cookies: { 100000: await signIn(made.staff[100000]), 1000000: await cookies() } };
    }),
    deliveries: once(() => {
      console.error('seeding deliveries');
      return seedDeliveries(db, seed);
    }),
    purchases: once(async () => {
      console.error('seeding purchases');
      const sellers = await seedPurchases(db);
      const signedIn = async (seller: SellingOrganisation) => ({ ...seller, cookies: await signIn(seller.staff) });
      return { 100000: await signedIn(sellers[100000]), 1000000: await signedIn(sellers[1000000]) };
    }),
  };
}

export function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined;
  return () => {
    made ??= make();
    return made;
  };
}
