import { describe, expect, it } from 'vitest';
import { makeTestChain, verdict } from '../../../../test/support/formats/test-chain.ts';
import { createAuthorityCache } from '../../x509/index.ts';
import type { AttestationPolicy } from './index.ts';

const accepted = await makeTestChain();
const remote = await makeTestChain({ provisioning: 'remote' });

describe('Mutations of a chain', () => {
  const cases: [string, readonly Uint8Array[], AttestationPolicy][] = [
    ['factory', accepted.chain, accepted.policy],
    ['remote', remote.chain, remote.policy],
    [
      'factory, authorities remembered',
      accepted.chain,
      { ...accepted.policy, authorities: createAuthorityCache() },
    ],
  ];

  it.each(cases)('a chain with any byte changed is refused (%s)', (_, chain, policy) => {
    expect(verdict(chain, policy)).toBe('accepted');
    for (const [index, der] of chain.entries()) {
      for (let at = 0; at < der.length; at++) {
        const mutated = Uint8Array.from(der);
        mutated[at]! ^= 1 << (at % 8);
        const code = verdict(chain.with(index, mutated), policy);
        expect(code, `certificate ${index}, byte ${at}`).not.toBe('accepted');
      }
    }
    expect(verdict(chain, policy)).toBe('accepted');
  });

  it('a chain with any certificate truncated is refused', () => {
    for (const [index, der] of accepted.chain.entries()) {
      for (let length = 0; length < der.length; length += 7) {
        expect(verdict(accepted.chain.with(index, der.subarray(0, length)), accepted.policy)).toBe(
          'malformed',
        );
      }
    }
  });
});
