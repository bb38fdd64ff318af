import { CborError, decode } from '../../cbor/index.ts';
import { AttestationError } from '../../errors.ts';
import { attributeValue, type Certificate, OID } from '../../x509/index.ts';

/** Extension on the attestation certificate of remotely provisioned chains; contents are a CBOR map. */
export const PROVISIONING_INFO_OID = '1.3.6.1.4.1.11129.2.1.30';

const MAX_BYTES = 4096;
const CERTIFICATES_ISSUED = 1;

export interface ProvisioningInfo {
  /** Number of certificates that the device recently received; a large number is suspicious. */
  readonly certificatesIssued?: number;
}

/** Reads the map and ignores other keys. Throws {@link AttestationError} `malformed`. */
export function parseProvisioningInfo(bytes: Uint8Array): ProvisioningInfo {
  const map = decodeMap(bytes);
  const issued = map.get(CERTIFICATES_ISSUED);
  if (issued === undefined) return {};
  if (typeof issued !== 'number' || !Number.isSafeInteger(issued) || issued < 0) {
    throw new AttestationError('malformed', 'provisioning info: count is not an unsigned integer');
  }
  return { certificatesIssued: issued };
}

function decodeMap(bytes: Uint8Array): ReadonlyMap<unknown, unknown> {
  let map: unknown;
  try {
    map = decode(bytes, { maxBytes: MAX_BYTES, maxDepth: 8, shortestOnly: false });
  } catch (error) {
    if (!(error instanceof CborError)) throw error;
    throw new AttestationError('malformed', 'provisioning info is not CBOR', { cause: error });
  }
  if (!(map instanceof Map)) throw new AttestationError('malformed', 'provisioning info is not a map');
  return map;
}

/**
 * How the device got its attestation key: in the factory, valid for years, or from a server, valid for weeks.
 */
export type Provisioning = 'factory' | 'remote';

const REMOTE_AUTHORITY = /^Droid CA\d+$/;
const ATTESTER_ORGANIZATIONS: ReadonlySet<string | undefined> = new Set(['TEE', 'StrongBox']);

/** Whether a server provisioned this attester. */
export const isProvisioned = ({ extensions, subjectAttributes }: Certificate): boolean =>
  extensions.has(PROVISIONING_INFO_OID) ||
  ATTESTER_ORGANIZATIONS.has(attributeValue(subjectAttributes, OID.organization));

/**
 * A chain is remote if it has one of these marks: the provisioning info on the attester, the attester's
 * organization, or the name of an authority. The checks of validity are stricter for remote chains.
 */
export function provisioningOf([, ...signers]: readonly Certificate[]): Provisioning {
  const [attester] = signers;
  const isRemote =
    (attester !== undefined && isProvisioned(attester)) ||
    signers.some(({ subjectAttributes }) =>
      REMOTE_AUTHORITY.test(attributeValue(subjectAttributes, OID.commonName) ?? ''),
    );
  return isRemote ? 'remote' : 'factory';
}
