import { readFileSync } from 'node:fs';
import type { JSONWebKeySet } from 'jose';
import { bearerCaller, type CallerCheck } from '../http/issuer/caller.ts';
import type { Clock } from '../issuer/ports/effects.ts';
import { SettingsError } from './config/load.ts';
import type { Settings } from './config/settings.ts';

function readKeys(path: string): JSONWebKeySet {
  try {
    const keys = JSON.parse(readFileSync(path, 'utf8')) as JSONWebKeySet;
    if (!Array.isArray(keys.keys) || keys.keys.length === 0) throw new Error('it holds no keys');
    return keys;
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new SettingsError([`issuer.callers.jwks (${path}) cannot be used: ${reason}`]);
  }
}

/** How callers of the issuer panel are told; undefined where a sandbox lets anybody on this machine in. */
export function issuerCallers({ issuer }: Settings, clock: Clock): CallerCheck | undefined {
  const { jwks, audience = issuer.id } = issuer.callers;
  return jwks === undefined ? undefined : bearerCaller(readKeys(jwks), audience, clock);
}
