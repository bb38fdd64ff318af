import type { AccessControlProfile } from './access-control-profile.ts';
import type { ProofOfProvisioning } from './proof-of-provisioning.ts';
import type {
  ProvisionedCredential,
  ProvisionedElement,
  ProvisionedNamespace,
} from './provisioned-credential.ts';

export type ProvisionedDifference =
  | 'testCredential'
  | 'docType'
  | 'accessControlProfiles'
  | 'namespaces'
  | 'elements'
  | 'elementIdentifier'
  | 'elementValue'
  | 'elementProfiles';

/** The data that was sent to the device. */
export interface Provisioned extends ProvisionedCredential {
  readonly docType: string;
}

/**
 * The first difference between a device's proof and the data that was sent; undefined if there is none.
 * Namespaces and profiles may be in any order, but elements must keep theirs. Values must be equal byte by
 * byte, profiles must have the same meaning.
 */
export function differenceToProvisioned(
  proof: ProofOfProvisioning,
  provisioned: Provisioned,
): ProvisionedDifference | undefined {
  if (proof.testCredential) return 'testCredential';
  if (proof.docType !== provisioned.docType) return 'docType';
  if (!sameProfiles(proof.accessControlProfiles, provisioned.accessControlProfiles)) {
    return 'accessControlProfiles';
  }
  const proved = new Map(proof.namespaces.map((namespace) => [namespace.name, namespace]));
  const { namespaces } = provisioned;
  if (proof.namespaces.length !== namespaces.length || !namespaces.every(({ name }) => proved.has(name))) {
    return 'namespaces';
  }
  return first(namespaces, (namespace) => namespaceDifference(proved.get(namespace.name)!, namespace));
}

function namespaceDifference(
  proved: ProvisionedNamespace,
  provisioned: ProvisionedNamespace,
): ProvisionedDifference | undefined {
  if (proved.elements.length !== provisioned.elements.length) return 'elements';
  return first(provisioned.elements, (element, index) => elementDifference(proved.elements[index]!, element));
}

function elementDifference(
  proved: ProvisionedElement,
  provisioned: ProvisionedElement,
): ProvisionedDifference | undefined {
  if (proved.identifier !== provisioned.identifier) return 'elementIdentifier';
  if (Buffer.compare(proved.value, provisioned.value) !== 0) return 'elementValue';
  const sameProfiles = sorted(proved.accessControlProfiles) === sorted(provisioned.accessControlProfiles);
  return sameProfiles ? undefined : 'elementProfiles';
}

const sameProfiles = (
  proved: readonly AccessControlProfile[],
  provisioned: readonly AccessControlProfile[],
): boolean => meaning(proved) === meaning(provisioned);

/** A text that is the same for all sets of profiles with the same meaning, and for no others. */
const meaning = (profiles: readonly AccessControlProfile[]): string =>
  profiles
    .map(({ id, readerCertificate, userAuthentication }) =>
      [
        id,
        readerCertificate ? Buffer.from(readerCertificate).toString('hex') : 'any reader',
        userAuthentication?.timeoutMillis ?? 'no authentication',
      ].join(),
    )
    .sort()
    .join(' ');

const sorted = (ids: readonly number[]): string => ids.toSorted((a, b) => a - b).join();

function first<T, R>(items: readonly T[], find: (item: T, index: number) => R | undefined): R | undefined {
  for (let index = 0; index < items.length; index++) {
    const found = find(items[index]!, index);
    if (found !== undefined) return found;
  }
  return undefined;
}
