import { randomFillSync } from 'node:crypto';
import { newDeviceKey } from '../../src/wallet/device/device-key.ts';
import { formatWallet } from '../../src/wallet/state/wallet-file.ts';

const newKey = () => newDeviceKey((target) => randomFillSync(target));

/** The state file of a phone that every command of `diptych wallet` continues, up to its first request. */
export const phoneState = (baseUrl: string): string =>
  formatWallet({
    issuer: { baseUrl, issuerId: 'x' },
    device: {
      deviceReferenceId: 'x',
      docType: 'x',
      profile: 'hardware',
      dialect: 'hardware',
      identity: { key: newKey(), chain: [], registered: true },
      proofing: { proofingId: 'x' },
      credentialId: 'x',
      credential: { versionId: 'x', bytes: Uint8Array.of(0xa0), proved: true },
      authKeys: [{ key: newKey(), certificate: Uint8Array.of(1) }],
    },
  });
