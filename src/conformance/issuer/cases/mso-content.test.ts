import { beforeAll, describe, expect, it } from 'vitest';
import {
  newTestIssuer,
  newTestKey,
  storedValue,
  type TestIssuer,
  templateSpec,
  VALIDITY,
} from '../../../../test/support/formats/test-issuer.ts';
import { DAY } from '../../../conventions/time.ts';
import {
  createMsoTemplate,
  decodeStaticAuthData,
  encodeStaticAuthData,
  issueMso,
  type StaticAuthData,
} from '../../../formats/mdoc/index.ts';
import { hasNoRoot, hasNoValues, isSignedInTime } from './mso-content.ts';

const device = newTestKey();
let issuer: TestIssuer;

beforeAll(async () => {
  issuer = await newTestIssuer();
});

/** An MSO as a phone decodes it. */
async function mso(certificates: readonly Uint8Array[] = [issuer.documentSigner]): Promise<StaticAuthData> {
  const template = createMsoTemplate({ ...templateSpec(issuer), documentSignerCertificates: certificates });
  const { point: devicePoint } = device;
  return decodeStaticAuthData(await issueMso(template, { ...VALIDITY, devicePoint }, issuer.sign));
}

/** Our own formats refuse to make it. */
async function signedAt(signed: number): Promise<StaticAuthData> {
  const { digestIdMapping, issuerAuth } = await mso();
  const { mobileSecurityObject } = issuerAuth;
  const validityInfo = { ...mobileSecurityObject.validityInfo, signed };
  const changed = { ...mobileSecurityObject, validityInfo };
  return { digestIdMapping, issuerAuth: { ...issuerAuth, mobileSecurityObject: changed } };
}

/** The issuer leaves one value in the mapping. */
function withValue(data: StaticAuthData): StaticAuthData {
  const [[namespace, [item, ...items]]] = [...data.digestIdMapping] as never as [
    [string, [{ readonly elementIdentifier: string }, ...object[]]],
  ];
  const value = storedValue(namespace, item.elementIdentifier);
  const digestIdMapping = new Map(data.digestIdMapping).set(namespace, [
    { ...item, elementValue: value },
    ...items,
  ] as never);
  return decodeStaticAuthData(encodeStaticAuthData({ digestIdMapping, issuerAuth: data.issuerAuth }));
}

describe('The content of an MSO', () => {
  it('is right as an issuer should make it', async () => {
    const right = await mso();
    for (const check of [hasNoValues, hasNoRoot, isSignedInTime]) expect(() => check(right)).not.toThrow();
  });

  it('has no value inside digestIdMapping', async () => {
    const wrong = withValue(await mso());
    expect(() => hasNoValues(wrong)).toThrow(/^digestIdMapping has a value of \w+$/);
  });

  it('has no root in x5chain, wherever it stands', async () => {
    const { root, documentSigner } = issuer;
    for (const certificates of [
      [documentSigner, root],
      [root, documentSigner],
    ]) {
      const wrong = await mso(certificates);
      expect(() => hasNoRoot(wrong)).toThrow('x5chain has a root');
    }
  });

  it('is not signed before the certificate of its signer begins, or after it ended', async () => {
    const early = await signedAt(VALIDITY.signed - 2 * DAY);
    expect(() => isSignedInTime(early)).toThrow('before the certificate of its signer begins');
    const late = await signedAt(VALIDITY.signed + 3650 * DAY);
    expect(() => isSignedInTime(late)).toThrow('after the certificate of its signer ended');
  });
});
