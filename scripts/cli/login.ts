import { session } from '../sdk/index.ts';
import { type Command, EXIT, Failure } from './command.ts';
import { CONNECTION_OPTIONS, keepSession, urlOf } from './connection.ts';

export const login: Command = {
  summary: 'signs in for lms listen, lms trigger and session paths of lms api',
  help: `Usage: lms login [--url URL] [--email EMAIL]

Starts a session and stores its cookie in ~/.config/lms/session.json, which only you can read. The command reads the password from LMS_PASSWORD or
prompts for it, and prompts for a second factor if the account has one.

Examples:
  lms login --url "$LMS_URL" --email ada@example.org
  LMS_PASSWORD=$(cat password.txt) lms login --email ada@example.org`,
  options: { ...CONNECTION_OPTIONS, email: { type: 'string' } },
  async run(_positionals, values, io) {
    const url = urlOf(values, io);
    const web = session({ url });
    const email = String(values.email ?? (await io.ask('Email: ')));
    const password = io.env.LMS_PASSWORD ?? (await io.ask('Password: ', { isSecret: true }));
    await web.signIn({
      email,
      password,
      code: async (methods) => {
        const method = methods[0];
        if (!method) throw new Failure('the account has no available second-factor method');
        return { method, code: (await io.ask(`Code (${method}): `)).trim() };
      },
    });
    io.out(`signed in; the session is stored in ${await keepSession(io, url, web.cookie)}\n`);
    return EXIT.ok;
  },
};
