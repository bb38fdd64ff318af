import { randomBytes } from 'node:crypto';
import { pkcs11Custody } from '../../src/keys/pkcs11-custody.ts';
import { makeToken, tokenMissing } from '../../test/keys/support/token.ts';
import type { Work } from '../harness/measure.ts';
import { primitives } from '../mso/primitives.ts';
import type { Sizes } from '../mso/sizes.ts';

/** The signing token, and the ids of the keys in it that do not belong to the server. */
export interface TokenKeys {
  readonly place: Parameters<typeof pkcs11Custody>[0];
  readonly signer: string;
  readonly agreer: string;
}

/** The place of the issuer's private keys. */
export interface Custody {
  readonly name: string;
  readonly settings: Readonly<Record<string, unknown>>;
  /** Absent if Node has the keys. Each process that calls this gets separate keys. */
  readonly tokenKeys?: (process: 'client' | 'steps') => TokenKeys;
  remove(): void;
}

const files: Custody = { name: 'keys in files', settings: {}, remove() {} };

/** Size of a Sig_structure with a hash as its payload, as an envelope signs it. */
const SIGNED_HASH_BYTES = 52;

type Primitives = ReturnType<typeof primitives>;

/**
 * The primitives, with the signing token doing the private key operations instead of Node. The keys are
 * created now.
 */
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

/** Every place for private keys on this machine. Prints a clear line for each one that is missing. */
export function custodies(): readonly Custody[] {
  const missing = tokenMissing();
  if (missing === undefined) return [files, token()];
  process.stderr.write(`\nbench: SKIPPED, keys in a PKCS#11 token: ${missing}\n\n`);
  return [files];
}
