import { type Static, Type } from 'typebox';
import { canonicalJson } from '../conventions/canonical-json.ts';
import { isSignedBy, keyDigest, sha256 } from './node-crypto.ts';
import type { SealCustody } from './ports/seals.ts';

/**
 * The members of a document that the key of the seals signed. The `format` of a document is a text, and that of a seal is a
 * number, so neither is taken for the other.
 */
export const DocumentSignature = {
  key: Type.String({
    pattern: '^[0-9a-f]{130}$',
    description: 'The key of the seals: its uncompressed point, hex.',
  }),
  signature: Type.String({
    pattern: '^[A-Za-z0-9+/]{86}==$',
    description: 'ECDSA P-256 with SHA-256 over the canonical JSON of the document: r ‖ s, base64.',
  }),
} as const;
export type DocumentSignature = {
  readonly [Member in keyof typeof DocumentSignature]: Static<(typeof DocumentSignature)[Member]>;
};

/** Signs a document with the key of the seals; undefined if there is none yet. */
export async function signDocument(
  custody: SealCustody,
  document: object,
): Promise<DocumentSignature | undefined> {
  const pinned = custody.pinned()?.at(-1);
  const key = pinned && (await custody.key(pinned.keyId));
  if (!key || sha256(key.point) !== pinned.digest) return undefined;
  const signature = await custody.sign(key.keyId, Buffer.from(canonicalJson(document), 'utf8'));
  return {
    key: Buffer.from(key.point).toString('hex'),
    signature: Buffer.from(signature).toString('base64'),
  };
}

/** Why the key with this digest did not sign the document; undefined if it did. */
export function signatureProblem(
  document: object,
  { key, signature }: DocumentSignature,
  digest: string,
): string | undefined {
  if (keyDigest({ key }) !== digest) return 'another key signed it';
  if (isSignedBy({ key }, canonicalJson(document), Buffer.from(signature, 'base64'))) return undefined;
  return 'it was changed after it was signed';
}
