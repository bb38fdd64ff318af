import { BlockList, isIP, isIPv6 } from 'node:net';
import { SettingsError } from './settings-error.ts';

const familyOf = (address: string) => (isIPv6(address) ? 'ipv6' : 'ipv4');

function addNetwork(list: BlockList, text: string): void {
  const [, address = '', length] = /^([^/]+)(?:\/(\d{1,3}))?$/.exec(text) ?? [];
  if (isIP(address) === 0) throw new Error('no address');
  if (length === undefined) list.addAddress(address, familyOf(address));
  else list.addSubnet(address, Number(length), familyOf(address));
}

/**
 * Whether an address is in the list. @throws SettingsError if an entry is neither an address nor a network
 */
export function addressList(
  setting: string,
  addresses: readonly string[],
): (address: string | undefined) => boolean {
  const list = new BlockList();
  for (const text of addresses) {
    try {
      addNetwork(list, text);
    } catch {
      throw new SettingsError([`${setting}: ${text} is no address and no network such as 10.0.0.0/8`]);
    }
  }
  return (given) => {
    // A link-local address ends with its interface: fe80::1%eth0.
    const [address = ''] = given?.split('%') ?? [];
    return isIP(address) !== 0 && list.check(address, familyOf(address));
  };
}

/** The setting that names proxies of callers of the issuer panel. */
export const PROXIES = 'issuer.callers.proxies';
