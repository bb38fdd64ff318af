import { decode, encode, Tagged } from 'cborg';
import { describe, expect, it } from 'vitest';
import {
  DOC_TYPE,
  newTestIssuer,
  newTestKey,
  storedValue,
  templateSpec,
  VALIDITY,
} from '../../../test/support/formats/test-issuer.ts';
import {
  completeStaticAuthData,
  createMsoTemplate,
  decodeStaticAuthData,
  encodeDeviceResponse,
  encodeSessionTranscript,
  issueMso,
  signDeviceAuthentication,
} from './index.ts';

/**
 * Decodes strictly, encodes in the order of the input, and compares. Does the same with every CBOR item
 * inside.
 */
function expectRoundTrip(bytes: Uint8Array): number {
  const tags = Tagged.preserve(0, 24, 1004);
  const value: unknown = decode(bytes, { useMaps: true, strict: true, rejectDuplicateMapKeys: true, tags });
  const again = encode(value, { mapSorter: () => 0 });
  expect(Buffer.compare(again, bytes)).toBe(0);
  return 1 + embeddedItems(value).reduce((count, item) => count + expectRoundTrip(item), 0);
}

/** Contents of tag 24, and payloads of COSE messages. */
function embeddedItems(value: unknown): readonly Uint8Array[] {
  if (value instanceof Tagged && value.tag === 24) return [value.value as Uint8Array];
  if (value instanceof Map) return [...value.values()].flatMap(embeddedItems);
  if (!Array.isArray(value)) return [];
  const isCose = value.length === 4 && value[1] instanceof Map;
  return isCose && value[2] !== null ? [value[2] as Uint8Array] : value.flatMap(embeddedItems);
}

describe('Structures of an mdoc in cborg', () => {
  it('cborg reads StaticAuthData and DeviceResponse strictly and writes the same bytes', async () => {
    const issuer = await newTestIssuer();
    const device = newTestKey();
    const issue = { ...VALIDITY, expectedUpdate: VALIDITY.validUntil, devicePoint: device.point };
    const bytes = await issueMso(createMsoTemplate(templateSpec(issuer)), issue, issuer.sign);
    // The StaticAuthData, the MSO, its payload and 15 items.
    expect(expectRoundTrip(bytes)).toBe(18);

    const sessionTranscript = encodeSessionTranscript({ handover: null });
    const nameSpaces = new Map();
    const parts = { sessionTranscript, docType: DOC_TYPE, nameSpaces };
    const deviceAuth = await signDeviceAuthentication(parts, device.sign);
    const issuerSigned = completeStaticAuthData(decodeStaticAuthData(bytes), storedValue);
    const document = { docType: DOC_TYPE, issuerSigned, deviceSigned: { nameSpaces, deviceAuth } };
    const response = encodeDeviceResponse({ version: '1.0', documents: [document], status: 0 });
    expect(expectRoundTrip(response)).toBe(19);
  });
});
