import { describe, expect, it } from 'vitest';
import { elementOf, phoneEncoding } from '../../../test/support/formats/phone-encoding.ts';
import { makeTestChain } from '../../../test/support/formats/test-chain.ts';
import { claimedKey } from './registered-device.ts';

describe('The key in a certificate that is not verified yet', () => {
  it('it is read as phones encode it', async () => {
    const { certificates, keys } = await makeTestChain();
    const leaf = phoneEncoding(elementOf(certificates[0]!.der), (most) => Math.min(most, 2));
    expect(claimedKey(leaf)).toEqual({ credentialKey: keys[0]!.point });
  });
});
