import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { phoneFor, SANDBOX_ROOT_CERTIFICATE, type VciOptions } from '../../../src/wallet/index.ts';
import { MDL, newHolder } from '../../support/records.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import type { World } from '../../support/world.ts';

export const CALLBACK = 'https://wallet.example/callback';

const clients = [{ id: 'wallet-1', name: 'Wallet', redirectUris: [CALLBACK] }];

export const PLAIN = {
  'issuer.wallets.documentTypes': [MDL],
  'issuer.wallets.clients': clients,
  'issuer.codes.wrongPerDevice': 100,
  'issuer.codes.wrongInAll': 1000,
};

/** Settings of an issuer that asks for attestations, and trusts those of simulated wallets. */
export function attestingSettings() {
  const trust = join(temporaryFolder('wallet-provider'), 'trust.pem');
  writeFileSync(trust, SANDBOX_ROOT_CERTIFICATE);
  return {
    ...PLAIN,
    'issuer.wallets.walletAttestation': 'required',
    'issuer.wallets.walletTrust': trust,
    'issuer.wallets.keyAttestation': 'required',
    'issuer.wallets.keyTrust': trust,
    'issuer.wallets.keyStorage': ['iso_18045_moderate'],
  } as const;
}

/** A new holder with an offer, and what the clerk sees of it. */
export async function offered(world: World, { txCode = false } = {}) {
  const holderId = await newHolder(world);
  const issued = await world.admin('issueCode', { holderId, ...(txCode && { txCode }) });
  return { holderId, offer: issued.offer ?? '', code: issued.code, txCode: issued.txCode };
}

/** A simulated wallet for a new offer. */
export async function newVciPhone(world: World, options: VciOptions & { readonly txCode?: boolean } = {}) {
  const { txCode, ...rest } = options;
  const given = await offered(world, txCode === undefined ? {} : { txCode });
  const { phone } = await phoneFor(given.offer, { clock: () => world.now(), ...rest });
  return { ...given, phone };
}
