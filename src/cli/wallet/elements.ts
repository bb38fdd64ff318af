import { decodeProvisionedCredential, type ProvisionedCredential } from '../../formats/android/index.ts';
import type { DeviceState } from '../../wallet/index.ts';
import { UsageError } from '../exit.ts';

/** @throws UsageError when the phone holds none. */
export function heldCredential({ credential }: DeviceState): ProvisionedCredential {
  if (credential) return decodeProvisionedCredential(credential.bytes);
  throw new UsageError('the phone holds no credential yet: run `diptych wallet provision` first');
}

/**
 * Elements by namespace, from `identifier` or `namespace/identifier` separated by commas. A bare identifier is looked
 * for in the namespaces of the credential; the first one stands for an unknown one.
 */
export function docRequestOf(text: string, { namespaces }: ProvisionedCredential): Record<string, string[]> {
  const request = new Map<string, string[]>();
  for (const name of text
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean)) {
    const slash = name.lastIndexOf('/');
    const identifier = name.slice(slash + 1);
    const holds = ({ elements }: (typeof namespaces)[number]) =>
      elements.some((element) => element.identifier === identifier);
    const namespace = slash > 0 ? name.slice(0, slash) : (namespaces.find(holds) ?? namespaces[0])?.name;
    if (namespace === undefined || identifier === '')
      throw new UsageError('--elements takes names separated by commas');
    request.set(namespace, [...(request.get(namespace) ?? []), identifier]);
  }
  if (request.size === 0) throw new UsageError('--elements takes names separated by commas');
  return Object.fromEntries(request);
}
