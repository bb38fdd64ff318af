import { makeAttestationAuthority, makeAttestedKeyCertificate } from '../../../formats/android/index.ts';
import { parseCertificate } from '../../../formats/x509/index.ts';
import type { Effects } from '../../effects.ts';
import { type DeviceKey, newDeviceKey } from '../device-key.ts';
import type { AttestationSpec, AuthoritySpec } from './spec.ts';

type Issuer = AttestationSpec['root'];

async function certify(spec: AuthoritySpec, issuer: Issuer, key: DeviceKey): Promise<Issuer> {
  const fields = { ...spec, issuer: issuer.certificate, subjectPoint: key.point };
  return { certificate: parseCertificate(await makeAttestationAuthority(fields, issuer.key.sign)), key };
}

export interface AttestedChain {
  /** Leaf, attestation certificate, intermediate, root, in DER. */
  readonly chain: readonly Uint8Array[];
  readonly spec: AttestationSpec;
  readonly attester: Issuer;
  readonly credentialKey: DeviceKey;
}

/** Attests the credential key with a new attestation key and a new intermediate under the root. */
export async function attestationChain(
  spec: AttestationSpec,
  credentialKey: DeviceKey,
  { clock, random }: Effects,
): Promise<AttestedChain> {
  const { root, description, commonName } = spec;
  const intermediate = await certify(spec.intermediate, root, newDeviceKey(random));
  const attester = await certify(spec.attester, intermediate, newDeviceKey(random));
  const subject = { description, commonName, subjectPoint: credentialKey.point, notBefore: clock() };
  const leaf = await makeAttestedKeyCertificate(
    { ...subject, attester: attester.certificate },
    attester.key.sign,
  );
  const authorities = [attester.certificate.der, intermediate.certificate.der, root.certificate.der];
  return { chain: [leaf, ...authorities], spec, attester, credentialKey };
}
