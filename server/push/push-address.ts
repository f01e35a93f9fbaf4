import { lookup } from 'node:dns';
import { BlockList, isIP } from 'node:net';
import type { LookupFunction } from 'node:net';
import { badInput } from '../errors.ts';

/*
 * A subscription's address comes from a browser, so from anybody: the server must not be led to knock at doors inside
 * its own network. Checked when it is stored, and again at each sending, where names become addresses.
 */

const inside = new BlockList();
for (const [net, prefix] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
] as const)
  inside.addSubnet(net, prefix, 'ipv4');

const outside6 = new BlockList();
outside6.addSubnet('2000::', 3, 'ipv6');
const inside6 = new BlockList();
for (const [net, prefix] of [
  // Ways around to an IPv4 address, and what is for documents.
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
] as const)
  inside6.addSubnet(net, prefix, 'ipv6');

/** Whether an IP address belongs to the public internet. */
export function isPublicAddress(address: string): boolean {
  const version = isIP(address);
  if (version === 4) return !inside.check(address, 'ipv4');
  return version === 6 && outside6.check(address, 'ipv6') && !inside6.check(address, 'ipv6');
}

/** Throws 400 when an endpoint is not an https address of the public internet, as far as its text tells. */
export function refusePrivateEndpoint(endpoint: string, isPrivateAllowed: boolean): void {
  const url = URL.canParse(endpoint) ? new URL(endpoint) : null;
  if (url !== null && isPrivateAllowed && /^https?:$/.test(url.protocol)) return;
  const host = url?.hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '') ?? '';
  const isNamed = isIP(host) === 0 && /\.[a-z][a-z0-9-]*$/i.test(host);
  const isLocalName = /\.(local|localhost|internal|lan|home|corp|intranet|arpa)$/i.test(host);
  const isFine =
    url?.protocol === 'https:' &&
    url.port === '' &&
    url.username === '' &&
    url.password === '' &&
    ((isNamed && !isLocalName) || isPublicAddress(host));
  if (!isFine)
    throw badInput(
      'This is not the address of a push service. Allow notifications in the browser again.',
      undefined,
      'BAD_PUSH_ADDRESS',
    );
}

/** Looks a name up for a connection and fails when it leads into a private network. */
export const publicLookup: LookupFunction = (hostname, options, callback) => {
  lookup(hostname, { ...options, all: true }, (error, addresses) => {
    if (error) return callback(error, []);
    if (!addresses.every(({ address }) => isPublicAddress(address)))
      return callback(new Error(`${hostname} leads into a private network.`), []);
    const [first] = addresses;
    if (options.all === true) return callback(null, addresses);
    return callback(null, first?.address ?? '', first?.family);
  });
};
