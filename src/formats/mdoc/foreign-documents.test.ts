import { hash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { privateKeyFromHex } from '../../../test/support/formats/test-issuer.ts';
import { type CborValue, decode, encodeInOrder, Tagged } from '../cbor/index.ts';
import { isShortestCbor } from '../structure/index.ts';
import { certificatesFromPem } from '../x509/index.ts';
import {
  type Check,
  type DeviceResponseOptions,
  type DocumentCheckName,
  decodeDeviceAuth,
  decodeDeviceResponse,
  decodeDeviceSigned,
  decodeDocument,
  decodeIssuerAuth,
  decodeIssuerSigned,
  decodeIssuerSignedItem,
  decodeMobileSecurityObject,
  encodeDeviceAuth,
  encodeDeviceNameSpaces,
  encodeDeviceResponse,
  encodeDeviceSigned,
  encodeDocument,
  encodeIssuerAuth,
  encodeIssuerSigned,
  encodeIssuerSignedItem,
  encodeMobileSecurityObject,
  encodeSessionTranscript,
  type IssuerSigned,
  sessionTranscriptFromBytes,
  verifyDeviceResponse,
  verifyIssuerSigned,
} from './index.ts';

const VECTORS = new URL('../../../test/vectors/', import.meta.url);
const text = (path: string): string => readFileSync(new URL(path, VECTORS), 'utf8');
const hexVector = (path: string): Uint8Array => new Uint8Array(Buffer.from(text(path).trim(), 'hex'));
const jsonVector = (path: string): unknown => JSON.parse(text(path));
const pemVector = (path: string): Uint8Array => certificatesFromPem(text(path))[0]!;

/** The documents of the France sample are the same. */
const ANNEX_D = {
  response: hexVector('iso18013-5-annex-d/device_response.hex'),
  sessionTranscriptBytes: hexVector('iso18013-5-annex-d/session_transcript_bytes.hex'),
  root: hexVector('iso18013-5-annex-d/iaca_root.hex'),
  documentSigner: hexVector('iso18013-5-annex-d/ds_cert.hex'),
  portrait: hexVector('iso18013-5-annex-d/device_response_portrait_data.hex'),
  now: Date.UTC(2021, 5, 1),
};

const keys = (jsonVector('iso18013-5-annex-d/keys.json') as { keys: Record<string, { d: string }> }).keys;
const inputs = jsonVector('mdoc-ts/session_inputs.json') as Record<string, Record<string, string>>;
const sha256 = (value: CborValue) => new Uint8Array(hash('sha256', encodeInOrder(value), 'buffer'));
const nowOf = (name: string): number => Date.parse(inputs[name]!.now!);

/** OpenID4VP draft 18, ISO 18013-7 Annex B. */
function draft18(name: string): Uint8Array {
  const { clientId, responseUri, nonce, mdocGeneratedNonce } = inputs[name]!;
  return encodeSessionTranscript({
    handover: [sha256([clientId, mdocGeneratedNonce]), sha256([responseUri, mdocGeneratedNonce]), nonce],
  });
}

const openId4Vp = (label: string, info: CborValue): Uint8Array =>
  encodeSessionTranscript({ handover: [label, sha256(info)] });

interface Sample {
  readonly name: string;
  readonly response: Uint8Array;
  readonly options: DeviceResponseOptions;
  /** The checks that are expected to fail. */
  readonly departures: readonly (readonly [DocumentCheckName, Check<string>['status']])[];
}

const noCrlUri = ['documentSignerProfile', 'failed'] as const;
const SAMPLES: readonly Sample[] = [
  {
    name: 'ISO 18013-5 Annex D',
    response: ANNEX_D.response,
    options: {
      now: ANNEX_D.now,
      trustedRoots: [ANNEX_D.root],
      sessionTranscript: sessionTranscriptFromBytes(ANNEX_D.sessionTranscriptBytes),
      readerKey: privateKeyFromHex(keys.ephemeral_reader_key!.d),
    },
    // Its CRL distribution point is a dNSName.
    departures: [noCrlUri],
  },
  {
    name: 'France',
    response: hexVector('mdoc-ts/france_device_response.hex'),
    options: {
      now: nowOf('france'),
      trustedRoots: [ANNEX_D.root],
      sessionTranscript: draft18('france'),
    },
    departures: [noCrlUri],
  },
  {
    name: 'Google CM Wallet',
    response: hexVector('mdoc-ts/google_device_response.hex'),
    options: {
      now: nowOf('google'),
      sessionTranscript: openId4Vp('OpenID4VPDCAPIHandover', [
        inputs.google!.origin,
        inputs.google!.clientId,
        inputs.google!.nonce,
      ]),
    },
    // Its dates have fractions of seconds, and its document signer has the name of its issuer.
    departures: [
      ['documentSignerProfile', 'failed'],
      ['documentSignerTrust', 'skipped'],
      ['dateFormat', 'failed'],
    ],
  },
  {
    name: 'Animo',
    response: hexVector('mdoc-ts/animo-mdoc-05_device_response.hex'),
    options: {
      now: nowOf('animo-mdoc-05'),
      trustedRoots: [pemVector('mdoc-ts/animo-mdoc-05_iaca.pem')],
      sessionTranscript: openId4Vp('OpenID4VPHandover', [
        inputs['animo-mdoc-05']!.clientId,
        inputs['animo-mdoc-05']!.nonce,
        new Uint8Array(Buffer.from(inputs['animo-mdoc-05']!.jwkThumbprintHex!, 'hex')),
        inputs['animo-mdoc-05']!.responseUri,
      ]),
    },
    departures: [noCrlUri],
  },
  {
    name: 'Ubique',
    response: hexVector('mdoc-ts/ubique_device_response.hex'),
    options: { now: nowOf('ubique'), sessionTranscript: draft18('ubique') },
    // Its document signer certificate has a raw signature, a serial number of 32 bytes and no extensions.
    departures: [
      ['documentSignerProfile', 'failed'],
      ['documentSignerTrust', 'skipped'],
    ],
  },
];

const same = (a: Uint8Array, b: Uint8Array): boolean => Buffer.compare(a, b) === 0;

function expectIssuerSignedKept(issuerSigned: IssuerSigned): void {
  const { issuerAuth, nameSpaces = new Map<string, never>() } = issuerSigned;
  const again = decodeIssuerSigned(encodeIssuerSigned(issuerSigned));
  expect(same(encodeIssuerSigned(again), encodeIssuerSigned(issuerSigned))).toBe(true);
  expect(
    same(encodeIssuerAuth(decodeIssuerAuth(encodeIssuerAuth(issuerAuth))), encodeIssuerAuth(issuerAuth)),
  ).toBe(true);
  const payload = encodeMobileSecurityObject(issuerAuth.mobileSecurityObject);
  expect(same(payload, issuerAuth.sign1.payload!)).toBe(true);
  expect(same(encodeMobileSecurityObject(decodeMobileSecurityObject(payload)), payload)).toBe(true);
  for (const item of [...nameSpaces.values()].flat()) {
    const bytes = encodeIssuerSignedItem(item);
    expect(same(encodeIssuerSignedItem(decodeIssuerSignedItem(bytes)), bytes)).toBe(true);
  }
}

describe('Documents of other issuers and wallets', () => {
  it.each(SAMPLES)(
    'decoding and encoding keep every byte of the document and its parts: $name',
    ({ response: bytes }) => {
      const response = decodeDeviceResponse(bytes);
      expect(same(encodeDeviceResponse(response), bytes)).toBe(true);
      for (const document of response.documents!) {
        const { deviceSigned, issuerSigned } = document;
        expect(same(encodeDocument(decodeDocument(encodeDocument(document))), encodeDocument(document))).toBe(
          true,
        );
        const signedBytes = encodeDeviceSigned(deviceSigned);
        expect(same(encodeDeviceSigned(decodeDeviceSigned(signedBytes)), signedBytes)).toBe(true);
        const authBytes = encodeDeviceAuth(deviceSigned.deviceAuth);
        expect(same(encodeDeviceAuth(decodeDeviceAuth(authBytes)), authBytes)).toBe(true);
        expectIssuerSignedKept(issuerSigned);
      }
    },
  );

  it.each(SAMPLES)(
    'decoded parts keep their bytes in a new structure around them: $name',
    ({ response: bytes }) => {
      const response = decodeDeviceResponse(bytes);
      const [document] = response.documents!;
      const rebuilt = encodeDeviceResponse({
        ...response,
        documents: [{ ...document!, deviceSigned: { ...document!.deviceSigned } }],
      });
      const again = decodeDeviceResponse(rebuilt).documents![0]!;
      expect(same(encodeIssuerSigned(again.issuerSigned), encodeIssuerSigned(document!.issuerSigned))).toBe(
        true,
      );
      const nameSpaces = encodeDeviceNameSpaces(again.deviceSigned.nameSpaces);
      expect(same(nameSpaces, encodeDeviceNameSpaces(document!.deviceSigned.nameSpaces))).toBe(true);
    },
  );

  it.each(SAMPLES)(
    'every check passes except the known deviations: $name',
    ({ response, options, departures }) => {
      const report = verifyDeviceResponse(decodeDeviceResponse(response), options);
      expect(report.checks.every(({ status }) => status === 'passed')).toBe(true);
      const found = report.documents[0]!.checks.filter(({ status }) => status !== 'passed');
      expect(found.map(({ name, status }) => [name, status])).toEqual(departures);
      expect(report.valid).toBe(false);
    },
  );

  it.each(SAMPLES)('a document is refused in another session: $name', ({ response, options }) => {
    const sessionTranscript = encodeSessionTranscript({ handover: 'another' });
    const report = verifyDeviceResponse(decodeDeviceResponse(response), { ...options, sessionTranscript });
    expect(report.documents[0]!.checks).toContainEqual(
      expect.objectContaining({ name: 'deviceAuth', status: 'failed' }),
    );
  });

  it("the Bundesdruckerei's IssuerSigned has 32-bit digest ids and random first in its items", () => {
    const bytes = hexVector('mdoc-ts/bdr_issuer_signed.hex');
    const issuerSigned = decodeIssuerSigned(bytes);
    expect(same(encodeIssuerSigned(issuerSigned), bytes)).toBe(true);
    expectIssuerSignedKept(issuerSigned);
    const { checks } = verifyIssuerSigned(issuerSigned, { now: nowOf('bdr') });
    expect(checks.filter(({ status }) => status !== 'passed').map(({ name }) => name)).toEqual([
      'documentSignerProfile',
      'documentSignerTrust',
      'docType',
    ]);
    const ids = [...issuerSigned.nameSpaces!.values()].flat().map(({ digestId }) => digestId);
    expect(Math.max(...ids)).toBeGreaterThan(2 ** 31);
  });

  it('of the foreign documents only those of Animo and Bundesdruckerei have heads longer than necessary', () => {
    const bytes = [
      ...SAMPLES,
      { name: 'Bundesdruckerei', response: hexVector('mdoc-ts/bdr_issuer_signed.hex') },
    ];
    const loose = bytes.filter(({ response }) => !isShortestCbor(response)).map(({ name }) => name);
    expect(loose).toEqual(['Animo', 'Bundesdruckerei']);
  });

  it('the members equal those printed in ISO 18013-5 Annex D', () => {
    const [document] = decodeDeviceResponse(ANNEX_D.response).documents!;
    const { issuerAuth, nameSpaces } = document!.issuerSigned;
    const items = nameSpaces!.get('org.iso.18013.5.1')!;
    expect(items.map((item) => [item.digestId, item.elementIdentifier])).toEqual([
      [0, 'family_name'],
      [3, 'issue_date'],
      [4, 'expiry_date'],
      [7, 'document_number'],
      [8, 'portrait'],
      [9, 'driving_privileges'],
    ]);
    expect(decode(items[0]!.elementValue)).toBe('Doe');
    expect(decode(items[1]!.elementValue)).toEqual(new Tagged(1004, '2019-10-20'));
    expect(same(decode(items[4]!.elementValue) as Uint8Array, ANNEX_D.portrait)).toBe(true);
    expect(same(issuerAuth.certificates[0]!, ANNEX_D.documentSigner)).toBe(true);
    expect(issuerAuth.mobileSecurityObject.validityInfo).toEqual({
      signed: Date.UTC(2020, 9, 1, 13, 30, 2),
      validFrom: Date.UTC(2020, 9, 1, 13, 30, 2),
      validUntil: Date.UTC(2021, 9, 1, 13, 30, 2),
      strictDates: true,
    });
  });
});
