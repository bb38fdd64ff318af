import { hash } from 'node:crypto';
import { isIPv6 } from 'node:net';

/** Counters hold no addresses in the clear. */
const hidden = (kind: string, value: string) => `${kind}:${hash('sha256', `${kind}:${value}`, 'base64url')}`;

/** One subscriber has a whole /64 of IPv6 addresses (RFC 6177 2), so they count as one. */
function network(address: string): string {
  if (!isIPv6(address)) return address;
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (mapped !== undefined) return mapped;
  const [head = '', tail] = (address.split('%')[0] ?? '').split('::');
  const first = head === '' ? [] : head.split(':');
  const last = tail === undefined || tail === '' ? [] : tail.split(':');
  const zeros = tail === undefined ? 0 : Math.max(0, 8 - first.length - last.length);
  const groups = [...first, ...Array.from({ length: zeros }, () => '0'), ...last];
  return groups
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':');
}

/** A user, whoever tries from wherever. */
export const userSubject = (email: string) => hidden('user', email);
export const addressSubject = (address: string) => hidden('address', network(address));
/** A user from one network address. It begins with the user's subject, as the next does. */
export const userAtAddressSubject = (email: string, address: string) =>
  `${userSubject(email)} ${addressSubject(address)}`;
/** A user in one browser that signed in before. */
export const userOnDeviceSubject = (email: string, device: string) =>
  `${userSubject(email)} ${hidden('device', device)}`;
