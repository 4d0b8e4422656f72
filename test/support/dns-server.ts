import dns2 from 'dns2';
import { type DnsResolver, dnsResolver } from '../../src/platform/dns/dns-resolver.ts';

export interface DnsServer {
  /** Queries only this server. */
  resolver: DnsResolver;
  /** Replaces the records of a name. Without any, the name does not exist. */
  set(name: string, records: { txt?: string[]; cname?: string }): void;
  /** Names for which the server fails, like a server that cannot reach the name servers of the domain. */
  failing: Set<string>;
  /** Called before each answer. */
  onQuestion: (name: string) => Promise<void> | void;
  close(): Promise<void>;
}

const { TYPE, RCODE, createResourceFromQuestion } = dns2.Packet;

/** Starts a real DNS server on its own UDP port. */
export async function openDnsServer(): Promise<DnsServer> {
  const records = new Map<string, { txt?: string[]; cname?: string }>();
  const server = dns2.createServer({
    udp: true,
    handle: async (request, send) => {
      const response = dns2.Packet.createResponseFromRequest(request);
      const question = request.questions[0] as dns2.Packet.Question;
      const { name, type } = question;
      const add = (record: object) => response.answers.push(createResourceFromQuestion(question, { ttl: 60, ...record }));
      await own.onQuestion(name);
      const { txt = [], cname } = records.get(name) ?? {};
      if (own.failing.has(name)) response.header.rcode = RCODE.SERVFAIL;
      else if (!records.has(name)) response.header.rcode = RCODE.NXDOMAIN;
      else if (type === TYPE.TXT) for (const data of txt) add({ data });
      else if (type === TYPE.CNAME && cname) add({ domain: cname });
      send(response);
    },
  });
  const { udp } = await server.listen({ udp: { port: 0, address: '127.0.0.1' } });
  const own: DnsServer = {
    resolver: dnsResolver([`127.0.0.1:${udp?.port}`]),
    set: (name, made) => void (Object.keys(made).length ? records.set(name, made) : records.delete(name)),
    failing: new Set(),
    onQuestion: () => {},
    close: async () => void (await server.close()),
  };
  return own;
}
