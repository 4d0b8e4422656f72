import type { Request } from 'express';
import ipaddr from 'ipaddr.js';

const FORWARDED = ['forwarded', 'via', 'x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto', 'x-real-ip'];

/** Whether a request comes from this machine: from the loopback address, with this machine as the host, and not forwarded by a proxy running on it. */
export function isFromOwnMachine(req: Request): boolean {
  return isLoopback(req.socket.remoteAddress) && isLocalHost(req.headers.host) && FORWARDED.every((name) => req.headers[name] === undefined);
}

const isLoopback = (ip: string | undefined): boolean => ip !== undefined && ipaddr.isValid(ip) && ipaddr.process(ip).range() === 'loopback';

function isLocalHost(host: string | undefined): boolean {
  const name = URL.parse(`http://${host}`)?.hostname.replace(/^\[(.*)\]$/, '$1') ?? '';
  return name === 'localhost' || isLoopback(name);
}
