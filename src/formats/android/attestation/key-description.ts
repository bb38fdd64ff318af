import { DerError, type DerReader, derWriter, PHONE, readDer } from '../../der/index.ts';
import { AttestationError } from '../../errors.ts';
import {
  type AuthorizationList,
  encodeAuthorizationList,
  readAuthorizationList,
} from './authorization-list.ts';

/** Extension that attests a key; contents of extnValue are the KeyDescription. */
export const KEY_DESCRIPTION_OID = '1.3.6.1.4.1.11129.2.1.17';

/** AOSP SecurityLevel. */
export const SECURITY_LEVEL = { software: 0, trustedEnvironment: 1, strongBox: 2 } as const;

/** Subject common names of the leaf in the two implementations of the credential store. */
export const IDENTITY_CREDENTIAL_KEY_NAME = 'Android Identity Credential Key';
export const KEYSTORE_KEY_NAME = 'Android Keystore Key';

export interface KeyDescription {
  /** 1 to 4 Keymaster 2 to 4.1; 100, 200, 300, 400 KeyMint 1 to 4. */
  readonly attestationVersion: number;
  readonly attestationSecurityLevel: number;
  readonly keymasterVersion: number;
  readonly keymasterSecurityLevel: number;
  readonly attestationChallenge: Uint8Array;
  readonly uniqueId: Uint8Array;
  readonly softwareEnforced: AuthorizationList;
  /** The authorizations that hardware enforces; older documents call this list teeEnforced. */
  readonly hardwareEnforced: AuthorizationList;
}

/** Reads a KeyDescription (AOSP KeyCreationResult.aidl) as phones encode it. Throws {@link AttestationError} `malformed`. */
export function parseKeyDescription(der: Uint8Array): KeyDescription {
  try {
    return readDer(der, readKeyDescription, PHONE);
  } catch (error) {
    if (!(error instanceof DerError)) throw error;
    throw new AttestationError('malformed', `malformed key description: ${error.message}`, { cause: error });
  }
}

function readKeyDescription(reader: DerReader): KeyDescription {
  const fields = reader.sequence();
  const description = {
    attestationVersion: fields.smallInteger(),
    attestationSecurityLevel: fields.enumerated(),
    keymasterVersion: fields.smallInteger(),
    keymasterSecurityLevel: fields.enumerated(),
    attestationChallenge: fields.octetString(),
    uniqueId: fields.octetString(),
    softwareEnforced: readAuthorizationList(fields),
    hardwareEnforced: readAuthorizationList(fields),
  };
  fields.end();
  return description;
}

export const encodeKeyDescription = (description: KeyDescription): Uint8Array =>
  derWriter.sequence(
    derWriter.integer(description.attestationVersion),
    derWriter.enumerated(description.attestationSecurityLevel),
    derWriter.integer(description.keymasterVersion),
    derWriter.enumerated(description.keymasterSecurityLevel),
    derWriter.octetString(description.attestationChallenge),
    derWriter.octetString(description.uniqueId),
    encodeAuthorizationList(description.softwareEnforced),
    encodeAuthorizationList(description.hardwareEnforced),
  );
