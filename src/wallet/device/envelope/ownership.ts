import { encodeProofOfOwnership, signProof } from '../../../formats/android/index.ts';
import { type DeviceContext, factsOf, registeredIdentity } from '../context.ts';
import type { OwnershipSpec } from '../tampering.ts';

/** A COSE_Sign1 in the ProofOfOwnership format, signed by the credential key. */
export async function proveOwnership(
  context: DeviceContext,
  about: OwnershipSpec['about'],
  challenge: Uint8Array,
): Promise<Uint8Array> {
  const { tampering } = context;
  const { key: signer } = registeredIdentity(context);
  const honest: OwnershipSpec = {
    about,
    docType: context.state().docType,
    challenge,
    testCredential: false,
    signer,
  };
  const spec = (await tampering.ownership?.(honest, factsOf(context))) ?? honest;
  const encode = spec.encode ?? encodeProofOfOwnership;
  return signProof(encode(spec), spec.signer.sign);
}
