import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import {
  DOC_TYPE,
  NOW,
  newTestIssuer,
  newTestKey,
  storedValue,
  type TestIssuer,
  templateSpec,
  VALIDITY,
} from '../../../test/support/formats/test-issuer.ts';
import { runs } from '../../../test/support/runs.ts';
import { encode } from '../cbor/index.ts';
import {
  completeStaticAuthData,
  createMsoTemplate,
  type DeviceAuth,
  type DeviceResponse,
  type DeviceResponseOptions,
  type DeviceResponseReport,
  decodeDeviceResponse,
  decodeStaticAuthData,
  deriveEMacKey,
  encodeDeviceResponse,
  encodeIssuerAuth,
  encodeIssuerSignedItem,
  encodeSessionTranscript,
  encodeStaticAuthData,
  issueMso,
  MdocError,
  type MsoTemplate,
  macDeviceAuthentication,
  signDeviceAuthentication,
  verifyDeviceResponse,
  verifyIssuerSigned,
} from './index.ts';

const device = newTestKey();
const reader = newTestKey();
const sessionTranscript = encodeSessionTranscript({ handover: null });
let issuer: TestIssuer;
let template: MsoTemplate;
let staticAuthData: Uint8Array;
let options: DeviceResponseOptions;

beforeAll(async () => {
  issuer = await newTestIssuer();
  template = createMsoTemplate(templateSpec(issuer));
  staticAuthData = await issueMso(template, { ...VALIDITY, devicePoint: device.point }, issuer.sign);
  options = { now: NOW, trustedRoots: [issuer.root], sessionTranscript, readerKey: reader.privateKey };
});

const nameSpaces = new Map();
const parts = { sessionTranscript, docType: DOC_TYPE, nameSpaces };
const signed = () => signDeviceAuthentication(parts, device.sign);

async function responseWith(deviceAuth: DeviceAuth | Promise<DeviceAuth>): Promise<DeviceResponse> {
  const issuerSigned = completeStaticAuthData(decodeStaticAuthData(staticAuthData), storedValue);
  const deviceSigned = { nameSpaces, deviceAuth: await deviceAuth };
  return { version: '1.0', documents: [{ docType: DOC_TYPE, issuerSigned, deviceSigned }], status: 0 };
}

const failures = (report: DeviceResponseReport): readonly string[] =>
  [report, ...report.documents].flatMap(({ checks }) =>
    checks.filter(({ status }) => status !== 'passed').map(({ name }) => name),
  );

/** Whether a reader refuses these bytes: as malformed, or by a failed check. */
function isRefused(bytes: Uint8Array): boolean {
  try {
    return !verifyDeviceResponse(decodeDeviceResponse(bytes), options).valid;
  } catch (error) {
    if (error instanceof MdocError) return true;
    throw error;
  }
}

describe('A document from issuer to reader', () => {
  it('a document with a device signature passes every check', async () => {
    const bytes = encodeDeviceResponse(await responseWith(signed()));
    const report = verifyDeviceResponse(decodeDeviceResponse(bytes), options);
    expect(failures(report)).toEqual([]);
    expect(report.valid).toBe(true);
  });

  it('a document with a device MAC, whose key both sides derive, passes every check', async () => {
    const deviceSide = deriveEMacKey(device.privateKey, reader.point, sessionTranscript);
    expect(deviceSide).toEqual(deriveEMacKey(reader.privateKey, device.point, sessionTranscript));
    const bytes = encodeDeviceResponse(await responseWith(macDeviceAuthentication(parts, deviceSide)));
    expect(failures(verifyDeviceResponse(decodeDeviceResponse(bytes), options))).toEqual([]);
  });

  it('a reader accepts a document with any disclosed elements, also with none', async () => {
    const data = decodeStaticAuthData(staticAuthData);
    for (const chosen of [['family_name'], ['portrait', 'sex'], []]) {
      const issuerSigned = completeStaticAuthData(data, (namespace, identifier) =>
        chosen.includes(identifier) ? storedValue(namespace, identifier) : undefined,
      );
      const disclosed = [...(issuerSigned.nameSpaces?.values() ?? [])].flat();
      expect(disclosed.map(({ elementIdentifier }) => elementIdentifier)).toEqual(chosen);
      expect(verifyIssuerSigned(issuerSigned, { now: NOW, docType: DOC_TYPE }).valid).toBe(true);
    }
  });

  it('StaticAuthData holds no value, and its encoding is kept', () => {
    const data = decodeStaticAuthData(staticAuthData);
    const items = [...data.digestIdMapping.values()].flat();
    expect(items.every(({ elementValue }) => Buffer.compare(elementValue, encode(null)) === 0)).toBe(true);
    expect(Buffer.compare(encodeStaticAuthData(data), staticAuthData)).toBe(0);
    expect(Buffer.compare(encodeStaticAuthData({ ...data }), staticAuthData)).toBe(0);
    expect(Buffer.from(staticAuthData).includes('Erika')).toBe(false);
  });

  it('a value that differs from the provisioned one is refused', () => {
    const data = decodeStaticAuthData(staticAuthData);
    const issuerSigned = completeStaticAuthData(data, (namespace, identifier) =>
      identifier === 'age_over_18' ? encode(false) : storedValue(namespace, identifier),
    );
    const { checks } = verifyIssuerSigned(issuerSigned, { now: NOW });
    expect(checks).toContainEqual({
      name: 'digests',
      status: 'failed',
      reason: 'org.iso.18013.5.1/age_over_18: the digest differs',
    });
  });
});

describe('Documents that a reader refuses', () => {
  it('a reader refuses a change of any bit of issuerAuth and of three disclosed items', async () => {
    const response = await responseWith(signed());
    const bytes = encodeDeviceResponse(response);
    const { issuerAuth, nameSpaces: disclosed } = response.documents![0]!.issuerSigned;
    const regions = [
      encodeIssuerAuth(issuerAuth),
      ...[...disclosed!.values()].flat().slice(0, 3).map(encodeIssuerSignedItem),
    ];
    const places = regions.flatMap((region) => {
      const start = Buffer.from(bytes).indexOf(region);
      expect(start).toBeGreaterThan(0);
      return Array.from(region, (_, at) => start + at);
    });
    fc.assert(
      fc.property(fc.constantFrom(...places), fc.nat(7), (at, bit) => {
        const changed = bytes.slice();
        changed[at]! ^= 1 << bit;
        expect(isRefused(changed)).toBe(true);
      }),
      { numRuns: runs(200) },
    );
  });

  it('a reader refuses a document with any byte changed, unless it then discloses nothing', async () => {
    const bytes = encodeDeviceResponse(await responseWith(signed()));
    const change = fc.record({ at: fc.nat(bytes.length - 1), by: fc.integer({ min: 1, max: 255 }) });
    fc.assert(
      fc.property(change, ({ at, by }) => {
        const changed = bytes.slice();
        changed[at]! ^= by;
        if (isRefused(changed)) return;
        const [document] = decodeDeviceResponse(changed).documents!;
        expect(document!.issuerSigned.nameSpaces ?? new Map()).toEqual(new Map());
      }),
      { numRuns: runs(200) },
    );
  });

  it('a reader refuses a truncated document, and one with additional bytes', async () => {
    const bytes = encodeDeviceResponse(await responseWith(signed()));
    for (let length = 0; length < bytes.length; length += 7) {
      expect(() => decodeDeviceResponse(bytes.subarray(0, length))).toThrow(MdocError);
    }
    expect(() => decodeDeviceResponse(Uint8Array.of(...bytes, 0))).toThrow(MdocError);
  });

  it('a reader refuses bytes that are no document', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
        expect(() => decodeDeviceResponse(bytes)).toThrow(MdocError);
        expect(() => decodeStaticAuthData(bytes)).toThrow(MdocError);
      }),
    );
  });

  it.each<[string, Partial<DeviceResponseOptions>, readonly string[]]>([
    ['before it is valid', { now: VALIDITY.validFrom - 1 }, ['validity']],
    ['after it was valid', { now: VALIDITY.validUntil + 1 }, ['validity']],
    ['with no trusted root', { trustedRoots: [] }, ['documentSignerTrust']],
    ['with a root that cannot be read', { trustedRoots: [Uint8Array.of(1)] }, ['documentSignerTrust']],
  ])('a reader refuses a document %s', async (_, changes, expected) => {
    const response = decodeDeviceResponse(encodeDeviceResponse(await responseWith(signed())));
    expect(failures(verifyDeviceResponse(response, { ...options, ...changes }))).toEqual(expected);
  });

  it('a reader refuses a MAC for another reader or another session', async () => {
    const key = deriveEMacKey(device.privateKey, reader.point, sessionTranscript);
    const response = await responseWith(macDeviceAuthentication(parts, key));
    const others = [
      { readerKey: newTestKey().privateKey },
      { sessionTranscript: encodeSessionTranscript({ handover: 'another' }) },
    ];
    for (const other of others) {
      expect(failures(verifyDeviceResponse(response, { ...options, ...other }))).toEqual(['deviceAuth']);
    }
  });

  it('a reader refuses elements that the device signed without authorization', async () => {
    const own = new Map([['com.example', new Map([['a', encode(1)]])]]);
    const deviceAuth = await signDeviceAuthentication({ ...parts, nameSpaces: own }, device.sign);
    const response = await responseWith(deviceAuth);
    const [document] = response.documents!;
    const claimed = { ...document!, deviceSigned: { nameSpaces: own, deviceAuth } };
    const report = verifyDeviceResponse({ ...response, documents: [claimed] }, options);
    expect(failures(report)).toEqual(['keyAuthorizations']);
  });

  it('a reader refuses a document under another type, a response with an error status, and one without documents', async () => {
    const response = await responseWith(signed());
    const [document] = response.documents!;
    const renamed = { ...response, documents: [{ ...document!, docType: 'another' }] };
    expect(failures(verifyDeviceResponse(renamed, options))).toEqual(['docType', 'deviceAuth']);
    expect(failures(verifyDeviceResponse({ ...response, status: 10 }, options))).toEqual(['status']);
    expect(failures(verifyDeviceResponse({ version: '1.0', status: 0 }, options))).toEqual(['documents']);
  });

  it('a reader refuses a document that discloses the same element twice', async () => {
    const response = await responseWith(signed());
    const [document] = response.documents!;
    const [[name, items]] = [...document!.issuerSigned.nameSpaces!] as [[string, readonly never[]]];
    const issuerSigned = { ...document!.issuerSigned, nameSpaces: new Map([[name, [...items, items[0]!]]]) };
    const report = verifyDeviceResponse(
      { ...response, documents: [{ ...document!, issuerSigned }] },
      options,
    );
    expect(failures(report)).toEqual(['uniqueItems']);
  });
});
