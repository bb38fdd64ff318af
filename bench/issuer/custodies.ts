import { randomBytes } from 'node:crypto';
import { pkcs11Custody } from '../../src/keys/pkcs11-custody.ts';
import { makeToken, tokenMissing } from '../../test/keys/support/token.ts';
import type { Work } from '../harness/measure.ts';
import type { primitives } from '../mso/primitives.ts';
import type { Sizes } from '../mso/sizes.ts';

type Primitive = keyof ReturnType<typeof primitives>;

/** Where the issuer has its private keys. */
export interface Custody {
  readonly name: string;
  readonly settings: Readonly<Record<string, unknown>>;
  /** What the place does with a private key, where that is not what Node does with one. */
  readonly primitives: (sizes: Sizes) => Promise<Partial<Record<Primitive, Work>>>;
  remove(): void;
}

const files: Custody = {
  name: 'keys in files',
  settings: {},
  primitives: async () => ({}),
  remove() {},
};

/** Sig_structure around a hash, as an envelope signs it. */
const SIGNED_HASH_BYTES = 52;

function token(): Custody {
  const { settings, remove, ...place } = makeToken('diptych-bench');
  const opened: ReturnType<typeof pkcs11Custody>[] = [];
  return {
    name: 'keys in a token',
    settings,
    /** With keys of its own, beside those of the server. */
    async primitives(sizes) {
      const custody = pkcs11Custody(place);
      opened.push(custody);
      const [signer, agreer] = ['B0', 'B1'] as const;
      await custody.create(signer, 'sign');
      const point = await custody.create(agreer, 'agree');
      const [signed, signedHash] = [randomBytes(sizes.signed), randomBytes(SIGNED_HASH_BYTES)];
      const agree = () => custody.agree(agreer, point);
      return {
        signMso: () => custody.sign(signer, signed),
        signHash: () => custody.sign(signer, signedHash),
        agreeToOpenByEcdh: agree,
        agreeToOpenByKeyObjects: agree,
      };
    },
    remove() {
      for (const custody of opened) custody.close();
      remove();
    },
  };
}

/** Every place there is here; one that is missing is told loudly. */
export function custodies(): readonly Custody[] {
  const missing = tokenMissing();
  if (missing === undefined) return [files, token()];
  process.stderr.write(`\nbench: SKIPPED, keys in a PKCS#11 token: ${missing}\n\n`);
  return [files];
}
