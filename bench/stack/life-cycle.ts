import { issuerClient, simulatedDevice } from '../../src/wallet/index.ts';
import { AUTH_KEYS, ISSUER_ID, type Phone } from '../issuer/phone.ts';
import type { Life } from '../load/life-cycles.ts';
import type { Issuer } from './servers.ts';

/** Number of requests of one life. All twelve operations are among them. */
export const LIFE = 20;

const newHolders = () => {
  let holders = 0;
  return () => {
    holders += 1;
    return `holder-${holders}`;
  };
};

/**
 * A phone tests the connection, registers, cancels a first proofing, and with a second one gets a credential and
 * two times the MSOs of its authentication keys; then it deletes the credential.
 */
export function lifeWith({ url: baseUrl, roots: trustedRoots, newCode, acceptProofing }: Issuer): Life {
  const nextHolder = newHolders();
  return {
    stages: LIFE,
    async live(transport) {
      const issuer = { baseUrl, issuerId: ISSUER_ID, transport };
      const codes = [await newCode(nextHolder()), await newCode(nextHolder())] as const;
      const device = simulatedDevice({ issuer, trustedRoots });
      await issuerClient(issuer).healthCheck({ clientMessage: 'life' });
      await device.register();
      await device.proof(codes[0]);
      await device.proofingStatus();
      await device.cancel();
      await acceptProofing(await device.proof(codes[1]));
      await device.proofingStatus();
      await device.provision();
      await device.provisionMsos(AUTH_KEYS);
      await device.status();
      await device.refresh(AUTH_KEYS);
      await device.notifyDeleted();
    },
  };
}

/** A phone with an active credential, which can ask for more MSOs. */
export async function activePhoneOf(issuer: Issuer, holderId: string): Promise<Phone> {
  const { url: baseUrl, roots: trustedRoots } = issuer;
  const newDevice = () => simulatedDevice({ issuer: { baseUrl, issuerId: ISSUER_ID }, trustedRoots });
  const device = newDevice();
  await device.register();
  await issuer.acceptProofing(await device.proof(await issuer.newCode(holderId)));
  const { namespaces } = await device.provision();
  await device.provisionMsos(AUTH_KEYS);
  return { device, namespaces, newDevice };
}
