import { encodeInOrder } from '../cbor/index.ts';
import { proofDecoder } from '../structure/index.ts';
import { type AccessControlProfile, profileMembers, readProfiles } from './access-control-profile.ts';
import {
  checkProvisionedData,
  type ProvisionedNamespace,
  provisionedDataMembers,
  readProvisionedData,
} from './provisioned-data.ts';

/** What an issuer sends a device to store: the bytes of Credential in the issuer interface. */
export interface ProvisionedCredential {
  readonly namespaces: readonly ProvisionedNamespace[];
  readonly accessControlProfiles: readonly AccessControlProfile[];
}

/** `{ "provisionedData", "accessControlProfiles" }`. Throws ProofError `unencodable`. */
export function encodeProvisionedCredential(credential: ProvisionedCredential): Uint8Array {
  const { namespaces, accessControlProfiles } = credential;
  checkProvisionedData(namespaces, accessControlProfiles);
  return encodeInOrder({
    provisionedData: provisionedDataMembers(namespaces),
    accessControlProfiles: accessControlProfiles.map((profile) => profileMembers(profile, 'hardware')),
  });
}

/** Throws ProofError `malformed`. Element values are views of `bytes`. */
export function decodeProvisionedCredential(bytes: Uint8Array): ProvisionedCredential {
  const { provisionedData, accessControlProfiles } = proofDecoder.item('Credential', bytes, (reader) =>
    proofDecoder.map('Credential', reader, {
      required: { provisionedData: readProvisionedData, accessControlProfiles: readProfiles },
    }),
  );
  return { namespaces: provisionedData, accessControlProfiles };
}
