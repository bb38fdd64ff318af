import { hash } from 'node:crypto';
import { expect, it } from 'vitest';
import { proofOfOwnership } from '../../../test/support/foreign-envelope.ts';
import { newTestKey } from '../../../test/support/formats/test-chain.ts';
import type { RegisteredDevice } from '../device/registered-device.ts';
import type { HpkeContextMode } from '../model/index.ts';
import { verifiedRecipient } from './recipient.ts';

const DOC_TYPE = 'org.iso.18013.5.1.mDL';
const [identity, ephemeral] = [newTestKey(), newTestKey()];
const challenge = hash('sha256', ephemeral.point, 'buffer');
const signature = proofOfOwnership(undefined as never, challenge, { signer: identity.privateKey });
const key = {
  publicKey: Buffer.from(ephemeral.point).toString('base64'),
  signature: Buffer.from(signature).toString('base64'),
  keyId: '1',
};

it.each<[string, boolean, HpkeContextMode | undefined, HpkeContextMode]>([
  ['production encrypts with the configured one', false, undefined, 'aad'],
  ['production encrypts with the configured one, as it decrypts', false, 'info', 'aad'],
  ['a sandbox encrypts with the configured one', true, undefined, 'aad'],
  ['a sandbox encrypts with that of the device', true, 'info', 'info'],
])('the place of the context string: %s', (_, tolerant, hpkeContextMode, expected) => {
  const device = {
    registration: { credentialKey: identity.point },
    ...(hpkeContextMode && { hpkeContextMode }),
  } as RegisteredDevice;
  const policy = { plaintext: false, hpkeContext: { mode: 'aad', tolerant } } as const;
  expect(verifiedRecipient(key, device, [DOC_TYPE], policy)?.mode).toBe(expected);
});
