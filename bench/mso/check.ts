import { Buffer } from 'node:buffer';
import { decode, encode } from '../../src/formats/cbor/index.ts';
import { decodeIssuerSigned, devicePoint, verifyIssuerSigned } from '../../src/formats/mdoc/index.ts';
import { DOC_TYPE, NAMESPACES } from './document.ts';
import { type DeviceKey, type Fixture, NOW } from './fixture.ts';

const FOREIGN = { shortestOnly: false };
const same = (a: Uint8Array, b: Uint8Array): boolean => Buffer.compare(a, b) === 0;

/**
 * Throws unless this is the complete document for this key: every element with its value, every digest, and a
 * signature of the document signer that leads to the root.
 */
export function requireWholeDocument(
  name: string,
  bytes: Uint8Array,
  key: DeviceKey,
  { root }: Pick<Fixture, 'root'>,
): void {
  const issuerSigned = decodeIssuerSigned(bytes);
  const { mobileSecurityObject } = issuerSigned.issuerAuth;
  const report = verifyIssuerSigned(issuerSigned, { now: NOW, docType: DOC_TYPE, trustedRoots: [root] });
  const problems = report.checks
    .filter(({ status }) => status !== 'passed')
    .map((check) => `${check.name}: ${'reason' in check ? check.reason : check.status}`);
  for (const { name: namespace, elements } of NAMESPACES) {
    const items = issuerSigned.nameSpaces?.get(namespace) ?? [];
    const digests = mobileSecurityObject.valueDigests.get(namespace)?.size ?? 0;
    if (digests !== elements.length) problems.push(`${namespace}: ${digests} digests`);
    for (const { identifier, value } of elements) {
      const item = items.find(({ elementIdentifier }) => elementIdentifier === identifier);
      const whole = item && same(encode(decode(item.elementValue, FOREIGN)), value);
      if (!whole) problems.push(`${namespace}/${identifier}: not the value that was given`);
    }
  }
  if (!same(devicePoint(mobileSecurityObject.deviceKeyInfo), key.point)) problems.push('another device key');
  if (problems.length > 0) throw new Error(`${name} issued no valid document: ${problems.join('; ')}`);
}
