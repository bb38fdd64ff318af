import {
  CoseKey,
  DateOnly,
  DeviceKey,
  Issuer,
  DeviceResponse as OwfDeviceResponse,
  type IssuerSigned as OwfIssuerSigned,
  SignatureAlgorithm,
  Verifier,
} from '@owf/mdoc';
import { beforeAll, describe, expect, it } from 'vitest';
import {
  AAMVA,
  DOC_TYPE,
  MDL,
  NOW,
  newTestIssuer,
  newTestKey,
  storedValue,
  type TestIssuer,
  TODAY,
  templateSpec,
  VALIDITY,
} from '../../../test/support/formats/test-issuer.ts';
import { DAY } from '../../conventions/time.ts';
import { owfContext } from '../../demo/issuer/owf-context.ts';
import { decode } from '../cbor/index.ts';
import {
  completeStaticAuthData,
  createMsoTemplate,
  decodeIssuerSigned,
  decodeStaticAuthData,
  encodeDeviceResponse,
  encodeIssuerSigned,
  encodeSessionTranscript,
  issueMso,
  sessionTranscriptBytes,
  signDeviceAuthentication,
  verifyIssuerSigned,
} from './index.ts';

const device = newTestKey();
const sessionTranscript = encodeSessionTranscript({
  handover: ['OpenID4VPHandover', new Uint8Array(32).fill(1)],
});
let issuer: TestIssuer;

beforeAll(async () => {
  issuer = await newTestIssuer();
});

async function presented(): Promise<Uint8Array> {
  const issue = { ...VALIDITY, expectedUpdate: TODAY + 20 * DAY, devicePoint: device.point };
  const data = await issueMso(createMsoTemplate(templateSpec(issuer)), issue, issuer.sign);
  const nameSpaces = new Map();
  const parts = { sessionTranscript, docType: DOC_TYPE, nameSpaces };
  const deviceAuth = await signDeviceAuthentication(parts, device.sign);
  const issuerSigned = completeStaticAuthData(decodeStaticAuthData(data), storedValue);
  const document = { docType: DOC_TYPE, issuerSigned, deviceSigned: { nameSpaces, deviceAuth } };
  return encodeDeviceResponse({ version: '1.0', documents: [document], status: 0 });
}

const checked = async (deviceResponse: Uint8Array): Promise<readonly { status: string; check: string }[]> => {
  const checks: { status: string; check: string }[] = [];
  await Verifier.verifyDeviceResponse(
    {
      deviceResponse,
      sessionTranscript: sessionTranscriptBytes(sessionTranscript),
      trustedCertificates: [issuer.root],
      now: new Date(NOW),
      onCheck: ({ status, check }) => checks.push({ status, check }),
    },
    owfContext(),
  );
  return checks;
};

describe('Documents in @owf/mdoc', () => {
  it('@owf/mdoc verifies a document that this library issued, completed by the holder and signed by the device', async () => {
    const bytes = await presented();
    const checks = await checked(bytes);
    expect(checks.length).toBeGreaterThan(20);
    expect(checks.filter(({ status }) => status !== 'PASSED')).toEqual([]);
    const [document] = OwfDeviceResponse.decode(bytes).documents!;
    const claims = document!.issuerSigned.getPrettyClaims(MDL)!;
    expect(claims).toMatchObject({ family_name: 'Müller', height: 171, age_over_18: true });
    expect(document!.issuerSigned.getPrettyClaims(AAMVA)).toMatchObject({ DHS_compliance: 'F', sex: 2 });
  });

  it('@owf/mdoc refuses the document with one byte changed', async () => {
    const bytes = await presented();
    const at = Buffer.from(bytes).indexOf('Erika');
    bytes[at] = 0x65;
    const checks = await checked(bytes);
    expect(checks.filter(({ status }) => status === 'FAILED').map(({ check }) => check)).toEqual([
      `The calculated digest for ${MDL}/given_name attribute must match the digest in the issuerAuth element`,
    ]);
  });

  it('this library verifies what @owf/mdoc issued, and keeps its bytes', async () => {
    const owf = new Issuer(DOC_TYPE, owfContext(issuer.key.privateKey));
    owf.addIssuerNamespace(MDL, {
      family_name: 'Mustermann',
      birth_date: new DateOnly('1984-01-26'),
      issuing_country: 'US',
      portrait: new Uint8Array(100).fill(3),
      driving_privileges: [{ vehicle_category_code: 'B' }],
    });
    const date = (milliseconds: number) => new Date(milliseconds);
    const issuerSigned: OwfIssuerSigned = await owf.sign({
      signingKey: CoseKey.fromJwk(issuer.key.privateKey.export({ format: 'jwk' }) as Record<string, unknown>),
      algorithm: SignatureAlgorithm.ES256,
      digestAlgorithm: 'SHA-256',
      deviceKeyInfo: {
        deviceKey: DeviceKey.fromJwk(device.publicKey.export({ format: 'jwk' }) as Record<string, unknown>),
      },
      validityInfo: {
        signed: date(TODAY),
        validFrom: date(TODAY),
        validUntil: date(TODAY + 30 * DAY),
      },
      certificates: [issuer.documentSigner],
    });
    const bytes = issuerSigned.encode();
    const ours = decodeIssuerSigned(bytes);
    expect(Buffer.compare(encodeIssuerSigned(ours), bytes)).toBe(0);
    const report = verifyIssuerSigned(ours, { now: NOW, docType: DOC_TYPE, trustedRoots: [issuer.root] });
    expect(report.checks.filter(({ status }) => status !== 'passed')).toEqual([]);
    const [name] = ours.nameSpaces!.get(MDL)!;
    expect(decode(name!.elementValue)).toBe('Mustermann');
  });
});
