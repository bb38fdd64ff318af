import { differenceToProvisioned, openProofOfProvisioning, ProofError } from '../../formats/android/index.ts';
import type { WrappedValue } from '../contract/index.ts';
import type { IssuerDeps } from '../deps.ts';
import type { RegisteredDevice } from '../device/registered-device.ts';
import { type OpenedValue, openValue, unparsable } from '../envelope/open.ts';
import { credentialKeyOf } from '../envelope/ownership.ts';
import { IssuerError } from '../errors.ts';
import type { IssuedDocument } from '../record/document.ts';

const FIELD = 'proofOfProvisioning';

function openProof(opened: OpenedValue, device: RegisteredDevice) {
  try {
    return openProofOfProvisioning(opened.plaintext, credentialKeyOf(device), { tag: 'tolerate' });
  } catch (cause) {
    if (!(cause instanceof ProofError)) throw cause;
    if (cause.code === 'invalidSignature') {
      const description = `${FIELD} is not signed by the registered device key`;
      throw new IssuerError('invalidPayloadSignature', description, { cause });
    }
    throw unparsable(opened, FIELD, cause);
  }
}

/**
 * Verifies that the device stored exactly the data of the newest version. Returns SHA-256 of the payload of
 * the proof. @throws IssuerError
 */
export async function verifiedProofHash(
  value: WrappedValue,
  document: IssuedDocument,
  device: RegisteredDevice,
  deps: Pick<IssuerDeps, 'keys' | 'policy'>,
): Promise<Uint8Array> {
  const expected = { kind: 'proofOfProvisioning', field: FIELD, docTypes: [document.docType] } as const;
  const opened = await openValue(value, expected, device, deps);
  const { proof, popSha256 } = openProof(opened, device);
  const difference = differenceToProvisioned(proof, document);
  if (difference) {
    throw new IssuerError(
      'invalidFieldValue',
      `${FIELD} is not of what was provisioned: it differs in ${difference}`,
    );
  }
  return popSha256;
}
