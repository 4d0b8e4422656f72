import { newSecret, shownSecret, signedHeaders } from '../../../../src/domain/messages/webhooks/signature.ts';

/** The example of the specification: https://github.com/standard-webhooks/standard-webhooks */
const SECRET = Buffer.from('MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw', 'base64');
const ID = 'msg_p5jXN8AQM9LWM0D4loKWxJek';
const BODY = '{"test": 2432232314}';
const SIGNATURE = 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=';

test('the signature is that of the example in the specification', () => {
  expect(signedHeaders([SECRET], ID, 1614265330_000, BODY)).toEqual({
    'webhook-id': ID,
    'webhook-timestamp': '1614265330',
    'webhook-signature': SIGNATURE,
  });
});

test('a new webhook secret is unique and has 24 bytes', () => {
  const [one, two] = [newSecret(), newSecret()];
  expect(one.length).toBe(24);
  expect(one.equals(two)).toBe(false);
  expect(shownSecret(SECRET)).toBe('whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw');
});
