import { createPublicKey, type KeyObject } from 'node:crypto';
import {
  id_ce_keyDescription,
  NonStandardAuthorization,
  NonStandardAuthorizationList,
  NonStandardKeyMintKeyDescription,
  SecurityLevel,
  VerifiedBootState,
} from '@peculiar/asn1-android';
import { AsnConvert, AsnProp, AsnPropTypes, AsnType, AsnTypeTypes } from '@peculiar/asn1-schema';
import { X509Certificate } from '@peculiar/x509';
import { Refusal } from './refusal.ts';

/** @peculiar/asn1-android does not know tag 721, identityCredentialKey. */
class Authorization extends NonStandardAuthorization {}
AsnProp({ type: AsnPropTypes.Null, context: 721, optional: true })(
  Authorization.prototype,
  'identityCredentialKey',
);
AsnType({ type: AsnTypeTypes.Choice })(Authorization);

class Authorizations extends NonStandardAuthorizationList {}
AsnType({ type: AsnTypeTypes.Sequence, itemType: Authorization })(Authorizations);

class CredentialKeyDescription extends NonStandardKeyMintKeyDescription {}
for (const name of ['softwareEnforced', 'teeEnforced']) {
  AsnProp({ type: Authorizations })(CredentialKeyDescription.prototype, name);
}

const SIGN = 2;
const EC = 3;

const refuse = (problem: string): never => {
  throw new Refusal('invalidPayloadSignature', problem);
};

export interface AttestedKey {
  readonly spki: Buffer;
  readonly key: KeyObject;
}

const same = (one: ArrayBuffer, other: ArrayBuffer) =>
  Buffer.compare(Buffer.from(one), Buffer.from(other)) === 0;

async function checkChain(chain: readonly X509Certificate[], root: X509Certificate): Promise<void> {
  if (chain.length < 3 || !same(chain.at(-1)!.rawData, root.rawData)) refuse('another root');
  const now = new Date();
  for (const [index, certificate] of chain.entries()) {
    const issuer = chain[index + 1] ?? certificate;
    const isIssued =
      certificate.issuer === issuer.subject &&
      (await certificate.verify({ publicKey: issuer.publicKey, signatureOnly: true }));
    if (!isIssued) refuse('a certificate is not signed by the next');
    if (now < certificate.notBefore || now > certificate.notAfter) refuse('a certificate is not valid now');
  }
}

/** Checks that hardware attests the first key of the chain, for this nonce. */
export async function checkAttestation(
  certificates: readonly Uint8Array<ArrayBuffer>[],
  nonce: string,
  root: X509Certificate,
): Promise<AttestedKey> {
  const chain = certificates.map((bytes) => new X509Certificate(bytes));
  await checkChain(chain, root);
  const leaf = chain[0]!;
  const extension = leaf.getExtension(id_ce_keyDescription);
  if (!extension) return refuse('the key is not attested');
  const description = AsnConvert.parse(extension.value, CredentialKeyDescription);
  if (Buffer.from(description.attestationChallenge.buffer).toString('latin1') !== nonce) {
    refuse('the challenge is not the nonce');
  }
  if (description.attestationSecurityLevel === SecurityLevel.software) refuse('attested by software');
  const { hardwareEnforced: enforced } = description;
  const isCredentialKey =
    [...(enforced.findProperty('purpose') ?? [])].includes(SIGN) &&
    enforced.findProperty('algorithm') === EC &&
    enforced.findProperty('keySize') === 256;
  if (!isCredentialKey) refuse('the key has other properties');
  const rootOfTrust = enforced.findProperty('rootOfTrust');
  if (!rootOfTrust?.deviceLocked || rootOfTrust.verifiedBootState !== VerifiedBootState.verified) {
    refuse('the device is not locked or not verified');
  }
  const spki = Buffer.from(leaf.publicKey.rawData);
  return { spki, key: createPublicKey({ key: spki, format: 'der', type: 'spki' }) };
}
