import { attributeValue, type Certificate, OID } from '../../x509/index.ts';
import { PROVISIONING_INFO_OID } from './provisioning-info.ts';

/** How the device came by its attestation key: in the factory for years, or from a server for weeks. */
export type Provisioning = 'factory' | 'remote';

const REMOTE_AUTHORITY = /^Droid CA\d+$/;
const ATTESTER_ORGANIZATIONS: ReadonlySet<string | undefined> = new Set(['TEE', 'StrongBox']);

/**
 * A chain is remote as soon as one thing in it says so: the provisioning info on the attester, the attester's
 * organization, or the name of an authority. In doubt the stricter rules on validity then hold.
 */
export function provisioningOf([, ...signers]: readonly Certificate[]): Provisioning {
  const attester = signers[0];
  const isRemote =
    attester?.extensions.has(PROVISIONING_INFO_OID) === true ||
    ATTESTER_ORGANIZATIONS.has(attributeValue(attester?.subjectAttributes ?? [], OID.organization)) ||
    signers.some(({ subjectAttributes }) =>
      REMOTE_AUTHORITY.test(attributeValue(subjectAttributes, OID.commonName) ?? ''),
    );
  return isRemote ? 'remote' : 'factory';
}
