import { expect, it } from 'vitest';
import {
  newTestIssuer,
  newTestKey,
  storedValue,
  TODAY,
  templateSpec,
  VALIDITY,
} from '../../../test/support/formats/test-issuer.ts';
import { DAY } from '../../conventions/time.ts';
import {
  completeStaticAuthData,
  createMsoTemplate,
  decodeStaticAuthData,
  encodeIssuerSigned,
  issueMso,
  issuerSignedOf,
  MdocError,
} from './index.ts';

const issuer = await newTestIssuer();
const spec = templateSpec(issuer);

async function issued(): Promise<Uint8Array> {
  const issue = { ...VALIDITY, expectedUpdate: TODAY + 20 * DAY, devicePoint: newTestKey().point };
  return issueMso(createMsoTemplate(spec), issue, issuer.sign);
}

it('IssuerSigned by copying has the bytes of decoding, completing and encoding', async () => {
  const complete = issuerSignedOf(spec.namespaces);
  for (let left = 3; left > 0; left--) {
    const data = await issued();
    const wanted = encodeIssuerSigned(completeStaticAuthData(decodeStaticAuthData(data), storedValue));
    expect(complete(data).equals(wanted)).toBe(true);
  }
});

it('data of another document are refused', async () => {
  const [first, ...others] = spec.namespaces;
  const data = await issued();
  const [one, two, ...elements] = first!.elements;
  for (const namespaces of [
    others,
    [{ ...first!, elements }, ...others],
    [{ ...first!, elements: [two!, one!, ...elements] }, ...others],
  ])
    expect(() => issuerSignedOf(namespaces)(data)).toThrow(MdocError);
});
