import type { JSONWebKeySet } from 'jose';
import { parseStrictJson } from '../../conventions/strict-json.ts';
import type { Clock } from '../../conventions/time.ts';
import { bearerCaller } from '../../http/issuer/callers/bearer.ts';
import { anybody, anyOf, type CallerCheck } from '../../http/issuer/callers/caller.ts';
import { certificateCaller, withoutForgedHeader } from '../../http/issuer/callers/certificate.ts';
import { addressList, PROXIES } from '../config/address-list.ts';
import type { Settings } from '../config/settings.ts';
import { type ObserveFiles, readSettingFile, type WatchedFile, watchFile } from '../files/setting-file.ts';

/** @throws SettingsError if the file contains no keys */
export function readCallerKeys(path: string): JSONWebKeySet {
  return readSettingFile('issuer.callers.jwks', path, (text) => {
    const keys = parseStrictJson(text) as JSONWebKeySet;
    if (!Array.isArray(keys.keys) || keys.keys.length === 0) throw new Error('it holds no keys');
    return keys;
  });
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
): WatchedFile<JSONWebKeySet> | undefined {
  if (path === undefined) return undefined;
  return watchFile({
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
  const isProxy = addressList(PROXIES, proxies);
  const keys = bearerKeys(jwks, clock, observe);
  const kinds = [
    ...(pins.length > 0 ? [certificateCaller({ pins: new Set(pins), isProxy, clock })] : []),
    ...(keys ? [bearerCaller({ keys: keys.current, issuer: tokenIssuer, audience, clock })] : []),
  ];
  const check = kinds.length === 0 ? anybody : withoutForgedHeader(isProxy, anyOf(kinds));
  return { check, reload: () => keys?.reload() };
}
