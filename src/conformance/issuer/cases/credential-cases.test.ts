import { describe, expect, it } from 'vitest';
import type { StaticAuthData } from '../../../formats/mdoc/index.ts';
import { areUnlinkable } from './credential-cases.ts';

const DAY = new Date('2026-01-01T00:00:00Z');

function mso(entry?: number): StaticAuthData {
  const list = new Map<string, string | number>([
    ['uri', 'https://issuer.example/status/1'],
    ['idx', entry ?? 0],
  ]);
  const status = entry === undefined ? {} : { status: new Map([['status_list', list]]) };
  const validityInfo = { signed: DAY, validFrom: DAY, validUntil: DAY };
  const item = { random: crypto.getRandomValues(new Uint8Array(32)), digestId: Math.random() };
  const issuerAuth = { mobileSecurityObject: { validityInfo, ...status } };
  return { digestIdMapping: new Map([['name space', [item]]]), issuerAuth } as never;
}

describe('The MSOs of a batch', () => {
  it('are linked by an entry of a status list that they share', () => {
    expect(() => areUnlinkable([mso(), mso()])).not.toThrow();
    expect(() => areUnlinkable([mso(1), mso(2)])).not.toThrow();
    expect(() => areUnlinkable([mso(1), mso(2), mso(1)])).toThrow('two MSOs have the same status');
  });
});
