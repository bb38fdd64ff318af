import { randomBytes } from 'node:crypto';
import { pkcs11Custody } from '../../src/keys/pkcs11-custody.ts';
import { makeToken, tokenMissing } from '../../test/keys/support/token.ts';
import type { Work } from '../harness/measure.ts';
import { primitives } from '../mso/primitives.ts';
import type { Sizes } from '../mso/sizes.ts';

/** A token, and the ids of keys in it that are not the server's. */
export interface TokenKeys {
  readonly place: Parameters<typeof pkcs11Custody>[0];
  readonly signer: string;
  readonly agreer: string;
}

/** Where the issuer has its private keys. */
export interface Custody {
  readonly name: string;
  readonly settings: Readonly<Record<string, unknown>>;
  /** Where that is not Node; each process that asks for them has keys of its own. */
  readonly tokenKeys?: (process: 'client' | 'steps') => TokenKeys;
  remove(): void;
}

const files: Custody = { name: 'keys in files', settings: {}, remove() {} };

/** Sig_structure around a hash, as an envelope signs it. */
const SIGNED_HASH_BYTES = 52;

type Primitives = ReturnType<typeof primitives>;

/** The primitives, and in place of Node what a token does with a private key; the keys are made now. */
export async function primitivesWith(keys: TokenKeys | undefined, sizes: Sizes) {
  const inNode: Readonly<Record<keyof Primitives, Work>> = primitives(sizes);
  if (!keys) return { sides: inNode, close() {} };
  const { place, signer, agreer } = keys;
  const custody = pkcs11Custody(place);
  await custody.create(signer, 'sign');
  const point = await custody.create(agreer, 'agree');
  const [signed, signedHash] = [randomBytes(sizes.signed), randomBytes(SIGNED_HASH_BYTES)];
  const agree = () => custody.agree(agreer, point);
  const inToken: Partial<typeof inNode> = {
    signMso: () => custody.sign(signer, signed),
    signHash: () => custody.sign(signer, signedHash),
    agreeToOpenByEcdh: agree,
    agreeToOpenByKeyObjects: agree,
  };
  return { sides: { ...inNode, ...inToken }, close: custody.close };
}

const KEY_IDS = { client: { signer: 'B0', agreer: 'B1' }, steps: { signer: 'B2', agreer: 'B3' } } as const;

function token(): Custody {
  const { settings, remove, module, tokenLabel, pin } = makeToken('diptych-bench');
  return {
    name: 'keys in a token',
    settings,
    tokenKeys: (process) => ({ place: { module, tokenLabel, pin }, ...KEY_IDS[process] }),
    remove,
  };
}

/** Every place there is here; one that is missing is told loudly. */
export function custodies(): readonly Custody[] {
  const missing = tokenMissing();
  if (missing === undefined) return [files, token()];
  process.stderr.write(`\nbench: SKIPPED, keys in a PKCS#11 token: ${missing}\n\n`);
  return [files];
}
