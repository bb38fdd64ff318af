import type { SealSigner } from '../issuer/ports/seals.ts';
import { type KeyMaker, newKeyId } from './make-key.ts';

/** Signs the seals of the trail with a key of its own, which is made in custody when it is needed first. */
export function sealSigner(maker: Pick<KeyMaker, 'custody' | 'random' | 'clock' | 'subject'>): SealSigner {
  const { custody } = maker;
  let made: { readonly keyId: string; readonly point: Uint8Array } | undefined;
  return {
    async key(before) {
      if (before !== undefined && before !== made?.keyId) {
        const point = await custody.publicPoint(before);
        if (point) return { keyId: before, point };
      }
      if (made) return made;
      const { keyId } = newKeyId(maker);
      made = { keyId, point: await custody.create(keyId, 'sign') };
      return made;
    },
    sign: async (keyId, bytes) => custody.sign(keyId, bytes),
  };
}
