import { describe, expect, it } from 'vitest';
import type { Credential, IssuedMso } from '../model/index.ts';
import type { CertifiableKey } from './auth-keys.ts';
import { replayedMsos } from './issue.ts';

const credential = { credentialId: 'c-1', versionId: 'v-1' } as Credential;
const hashOf = (name: string) => Buffer.from(name.padEnd(32, '.'));

const keyOf = (name: string): CertifiableKey => ({
  keyHash: hashOf(name),
  point: hashOf(name),
  notBefore: 0,
  notAfter: 1,
});

/** One MSO of a batch of two. */
const mso = (name: string, change: Partial<IssuedMso> = {}): IssuedMso => ({
  keyHash: hashOf(name),
  credentialId: 'c-1',
  versionId: 'v-1',
  batchId: 'b-1',
  batchSize: 2,
  staticAuthData: Buffer.from(`data of ${name}`),
  expiresAt: 1,
  ...change,
});

const replayed = (known: readonly IssuedMso[], ...names: readonly string[]) =>
  replayedMsos(known, names.map(keyOf), credential);

describe('Authentication keys that are sent again', () => {
  it('keys are not repeated if none of them is known', () => {
    expect(replayed([], 'one', 'two')).toBeUndefined();
  });

  it('repeated keys get the MSOs of their batch in the order of the request', () => {
    const known = [mso('one'), mso('two')];
    expect(replayed(known, 'two', 'one')).toEqual([known[1], known[0]]);
  });

  it.each([
    ['of two batches', [mso('one'), mso('two', { batchId: 'b-2' })], ['one', 'two']],
    ['beside a new one', [mso('one')], ['one', 'new']],
    ['without the rest of their batch', [mso('one')], ['one']],
    ['of another credential', [mso('one', { credentialId: 'c-2' }), mso('two')], ['one', 'two']],
    ['of an earlier version', [mso('one', { versionId: 'v-0' }), mso('two')], ['one', 'two']],
  ])('repeated keys are refused: %s', (_, known, names) => {
    expect(() => replayed(known, ...names)).toThrow('a key that was certified before');
  });

  it('repeated keys are refused after their MSOs were purged', () => {
    const { staticAuthData: _, ...purged } = mso('one');
    expect(() => replayed([purged, mso('two')], 'one', 'two')).toThrow('a key that was certified before');
  });
});
