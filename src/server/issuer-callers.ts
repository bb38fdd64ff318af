import { BlockList, isIP, isIPv6 } from 'node:net';
import type { JSONWebKeySet } from 'jose';
import { parseStrictJson } from '../conventions/strict-json.ts';
import type { Clock } from '../conventions/time.ts';
import { bearerCaller } from '../http/issuer/callers/bearer.ts';
import { anybody, anyOf, type CallerCheck } from '../http/issuer/callers/caller.ts';
import { certificateCaller, withoutForgedHeader } from '../http/issuer/callers/certificate.ts';
import { SettingsError } from './config/load.ts';
import type { Settings } from './config/settings.ts';
import { type ObserveFiles, readSettingFile, type Watched, watched } from './files/setting-file.ts';

/** @throws SettingsError if the file contains no keys */
export function readCallerKeys(path: string): JSONWebKeySet {
  return readSettingFile('issuer.callers.jwks', path, (text) => {
    const keys = parseStrictJson(text) as JSONWebKeySet;
    if (!Array.isArray(keys.keys) || keys.keys.length === 0) throw new Error('it holds no keys');
    return keys;
  });
}

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
export function proxyAddresses(proxies: readonly string[]): (address: string | undefined) => boolean {
  const list = new BlockList();
  for (const text of proxies) {
    try {
      addNetwork(list, text);
    } catch {
      throw new SettingsError([
        `issuer.callers.proxies: ${text} is no address and no network such as 10.0.0.0/8`,
      ]);
    }
  }
  return (given) => {
    // A link-local address ends with its interface: fe80::1%eth0.
    const [address = ''] = given?.split('%') ?? [];
    return isIP(address) !== 0 && list.check(address, familyOf(address));
  };
}

interface IssuerCallers {
  readonly check: CallerCheck;
  /** Reads the keys again. */
  reload(): void;
}

function bearerKeys(
  path: string | undefined,
  clock: Clock,
  observe: ObserveFiles,
): Watched<JSONWebKeySet> | undefined {
  if (path === undefined) return undefined;
  return watched({
    files: [path],
    read: () => readCallerKeys(path),
    clock,
    observe: (failure) => observe('issuer.callers.jwks', failure),
  });
}

/**
 * How callers of the issuer panel are authenticated. A sandbox without credentials accepts any local caller.
 */
export function issuerCallers({ issuer }: Settings, clock: Clock, observe: ObserveFiles): IssuerCallers {
  const { pins, proxies, jwks, issuer: tokenIssuer, audience = issuer.id } = issuer.callers;
  const isProxy = proxyAddresses(proxies);
  const keys = bearerKeys(jwks, clock, observe);
  const kinds = [
    ...(pins.length > 0 ? [certificateCaller({ pins: new Set(pins), isProxy, clock })] : []),
    ...(keys ? [bearerCaller({ keys: keys.current, issuer: tokenIssuer, audience, clock })] : []),
  ];
  const check = kinds.length === 0 ? anybody : withoutForgedHeader(isProxy, anyOf(kinds));
  return { check, reload: () => keys?.reload() };
}
