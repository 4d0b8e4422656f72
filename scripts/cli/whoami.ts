import { type Command, EXIT, Failure } from './command.ts';
import { CONNECTION_OPTIONS, openAgent, openSession } from './connection.ts';

export const whoami: Command = {
  summary: 'shows the API key in use and its scopes, or who is signed in',
  help: `Usage: lms whoami [--session] [--url URL] [--json]

If LMS_API_KEY is set, shows the key's organisation and scopes. With --session, or without a key, shows who is signed in with lms login.

Examples:
  lms whoami
  lms whoami --session --json`,
  options: { ...CONNECTION_OPTIONS, session: { type: 'boolean' }, json: { type: 'boolean' } },
  async run(rest, { session, json, ...values }, io) {
    if (rest.length) throw new Failure('lms whoami takes no arguments; see lms whoami --help');
    if (session || !io.env.LMS_API_KEY) {
      const me = await (await openSession(values, io)).get('/me/');
      io.out(json ? `${JSON.stringify(me)}\n` : `${me.name} <${me.email}>\n`);
      return EXIT.ok;
    }
    const key = await openAgent(values, io).get('/whoami/');
    const scopes = Object.entries(key.scopes).map(([resource, level]) => `${resource}: ${level}`);
    io.out(json ? `${JSON.stringify(key)}\n` : `${key.organisation.name}\n${scopes.join(', ')}\n`);
    return EXIT.ok;
  },
};
