import { AttestationError } from '../../errors.ts';
import type { CertificatePath } from './certificate-path.ts';
import { KEY_DESCRIPTION_OID, type KeyDescription, parseKeyDescription } from './key-description.ts';

/** A path with what its leaf says about the attested key. */
export interface Attestation extends CertificatePath {
  readonly description: KeyDescription;
  /**
   * Whether the secure hardware says that only the Identity Credential implementation uses the key. The same tag among
   * the software-enforced authorizations says nothing.
   */
  readonly isIdentityCredentialKey: boolean;
}

/** Reads the one attestation extension, which must be the leaf's. */
export function readAttestation(path: CertificatePath): Attestation {
  if (path.certificates.slice(1).some(({ extensions }) => extensions.has(KEY_DESCRIPTION_OID))) {
    throw new AttestationError('extendedChain', 'a certificate above the leaf attests a key');
  }
  const extension = path.leaf.extensions.get(KEY_DESCRIPTION_OID);
  if (extension === undefined) {
    throw new AttestationError('missingAttestation', 'leaf has no attestation extension');
  }
  const description = parseKeyDescription(extension.value);
  const isIdentityCredentialKey = description.hardwareEnforced.identityCredentialKey === true;
  return { ...path, description, isIdentityCredentialKey };
}
