import type { SealCrypto } from '../../../../../src/audit/ports/crypto.ts';

type Bytes = Uint8Array<ArrayBuffer>;

const ALGORITHM = { name: 'ECDSA', namedCurve: 'P-256' } as const;

/** The cryptography of the browser, which is there on pages of HTTPS and of the own machine. */
export const browserCrypto: SealCrypto = {
  sha256: async (bytes) => new Uint8Array(await crypto.subtle.digest('SHA-256', bytes as Bytes)),
  async isSigned(point, bytes, signature) {
    try {
      const key = await crypto.subtle.importKey('raw', point as Bytes, ALGORITHM, false, ['verify']);
      const signed = { name: 'ECDSA', hash: 'SHA-256' };
      return await crypto.subtle.verify(signed, key, signature as Bytes, bytes as Bytes);
    } catch {
      return false;
    }
  },
};
