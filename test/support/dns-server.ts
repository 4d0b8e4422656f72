import dns2 from 'dns2';
import { type DnsResolver, dnsResolver } from '../../src/platform/dns/dns-resolver.ts';

export interface DnsServer {
  /** Asks this server alone. */
  resolver: DnsResolver;
  /** The records of a name, in place of those before; with none the name does not exist. */
  set(name: string, records: { txt?: string[]; cname?: string }): void;
  /** Names for which the server fails, as one does that cannot reach those of the domain. */
  failing: Set<string>;
  /** Called before each answer. */
  onQuestion: (name: string) => Promise<void> | void;
  close(): Promise<void>;
}

const { TYPE, RCODE, createResourceFromQuestion } = dns2.Packet;

/** A real DNS server on a UDP port of its own. */
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
