import type { ProvisionedCredential } from '../../../formats/android/index.ts';
import {
  completeStaticAuthData,
  decodeStaticAuthData,
  devicePoint,
  MdocError,
  type StaticAuthData,
  type StoredValue,
} from '../../../formats/mdoc/index.ts';
import type { MobileSecurityObject } from '../../../issuer/contract/index.ts';
import { DistrustError } from '../../errors.ts';
import { requireVerified } from '../../require-verified.ts';
import type { DeviceContext } from '../context.ts';
import type { AuthKey } from '../device-state.ts';
import { openValue } from '../envelope/open.ts';
import type { Recipient } from '../envelope/recipient.ts';

/** The encoded value of each element of the stored credential. */
export function storedValues({ namespaces }: ProvisionedCredential): StoredValue {
  const values = new Map(
    namespaces.flatMap(({ name, elements }) =>
      elements.map(({ identifier, value }) => [JSON.stringify([name, identifier]), value] as const),
    ),
  );
  return (namespace, identifier) => values.get(JSON.stringify([namespace, identifier]));
}

function decode(bytes: Uint8Array): { readonly data: StaticAuthData; readonly point: Uint8Array } {
  try {
    const data = decodeStaticAuthData(bytes);
    return { data, point: devicePoint(data.issuerAuth.mobileSecurityObject.deviceKeyInfo) };
  } catch (cause) {
    if (!(cause instanceof MdocError)) throw cause;
    throw new DistrustError('mobileSecurityObject', 'a mobile security object cannot be parsed', { cause });
  }
}

/** Checks that an MSO has digests for exactly the stored elements, and makes all checks of a reader. */
function checkContent(data: StaticAuthData, stored: ProvisionedCredential, context: DeviceContext): void {
  const { trustedRoots, clock, state } = context;
  const names = (lists: Iterable<readonly [string, readonly string[]]>) =>
    JSON.stringify([...lists].map(([name, list]) => [name, list.toSorted()]).toSorted());
  const digested = [...data.digestIdMapping].map(
    ([name, items]) => [name, items.map(({ elementIdentifier }) => elementIdentifier)] as const,
  );
  const held = stored.namespaces.map(
    ({ name, elements }) => [name, elements.map(({ identifier }) => identifier)] as const,
  );
  if (names(digested) !== names(held)) {
    throw new DistrustError('mobileSecurityObject', 'a mobile security object is for other elements');
  }
  const expected = { now: clock(), docType: state().docType, trustedRoots };
  requireVerified(completeStaticAuthData(data, storedValues(stored)), expected, 'a mobile security object');
}

/** The certified key of an MSO. @throws DistrustError */
export function acceptMso(
  mso: MobileSecurityObject,
  waiting: readonly AuthKey[],
  stored: ProvisionedCredential,
  recipient: Recipient | undefined,
  context: DeviceContext,
): AuthKey {
  const staticAuthData = openValue(mso, 'mobileSecurityObject', recipient, context);
  const { data, point } = decode(staticAuthData);
  const authKey = waiting.find(({ key }) => Buffer.compare(key.point, point) === 0);
  if (!authKey)
    throw new DistrustError('deviceKey', 'a mobile security object is for none of the keys that were sent');
  checkContent(data, stored, context);
  const expiresAt = Number(mso.expirationTimeMillis);
  if (expiresAt !== data.issuerAuth.mobileSecurityObject.validityInfo.validUntil) {
    throw new DistrustError(
      'expiration',
      'expirationTimeMillis is not the validUntil of the mobile security object',
    );
  }
  return { ...authKey, certified: { staticAuthData, expiresAt } };
}
