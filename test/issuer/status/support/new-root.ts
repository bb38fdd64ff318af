import type { authority } from '../../../keys/support/authority.ts';
import { derOf } from '../../../keys/support/keys.ts';
import type { World } from '../../../support/world.ts';

/** The steps of an operator who replaces the root. */
export function newRoot(world: World, elsewhere: ReturnType<typeof authority>) {
  let days = 200;
  const certified = async (role: 'documentSigner' | 'statusSigner') => {
    const { certificationRequest } = await world.admin('requestKey', { role });
    const extensions = role === 'statusSigner' ? role : 'signer';
    return elsewhere.certify(certificationRequest, { extensions, days });
  };
  return {
    /** From then on, certificates of signers end after that of the root did. */
    renewRoot() {
      elsewhere.renew();
      days = 400;
    },
    /** DER */
    root: () => derOf(elsewhere.root()),
    async importDocumentSigner() {
      const certificate = await certified('documentSigner');
      await world.admin('importKey', { certificate, issuer: elsewhere.root() });
    },
    async importStatusSigner() {
      const role = 'statusSigner';
      await world.admin('importKey', { role, certificate: await certified(role) });
    },
    finish: (role: 'documentSigner' | 'statusSigner') => world.admin('rotateKey', { role, finish: true }),
  };
}
