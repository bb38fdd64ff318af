import { beforeAll, describe, expect, it } from 'vitest';
import {
  MDL,
  NAMESPACES,
  newTestIssuer,
  newTestKey,
  templateSpec,
  VALIDITY,
} from '../../../test/support/formats/test-issuer.ts';
import {
  createMsoTemplate,
  decodeStaticAuthData,
  devicePoint,
  issueMso,
  type MsoTemplate,
  type StaticAuthData,
} from './index.ts';

const COUNT = 300;
let template: MsoTemplate;
let issued: readonly Uint8Array[];
let decoded: readonly StaticAuthData[];

beforeAll(async () => {
  const issuer = await newTestIssuer();
  template = createMsoTemplate(templateSpec(issuer));
  issued = Array.from({ length: COUNT }, () => {
    const issue = { ...VALIDITY, devicePoint: newTestKey().point };
    return issueMso(template, issue, issuer.sign) as Uint8Array;
  });
  decoded = issued.map(decodeStaticAuthData);
});

const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex');
const itemsOf = (data: StaticAuthData) => [...data.digestIdMapping.values()].flat();
const msoOf = (data: StaticAuthData) => data.issuerAuth.mobileSecurityObject;

function expectDistinct(values: readonly string[]): void {
  expect(new Set(values).size).toBe(values.length);
}

describe('MSOs of one credential cannot be linked', () => {
  it('MSOs of one credential share no salt, and every salt has 32 bytes', () => {
    const salts = decoded.flatMap((data) => itemsOf(data).map(({ random }) => random));
    expect(salts.every(({ length }) => length === 32)).toBe(true);
    expectDistinct(salts.map(hex));
  });

  it('MSOs of one credential share no digest', () => {
    expectDistinct(
      decoded.flatMap((data) =>
        [...msoOf(data).valueDigests.values()].flatMap((digests) => [...digests.values()].map(hex)),
      ),
    );
  });

  it('MSOs of one credential share no device key and no signature', () => {
    expectDistinct(decoded.map((data) => hex(devicePoint(msoOf(data).deviceKeyInfo))));
    expectDistinct(decoded.map((data) => hex(data.issuerAuth.sign1.signature)));
  });

  it('MSOs of one credential have the same size, and differ only in keys, dates and digests', () => {
    expect(new Set(issued.map(({ length }) => length)).size).toBe(1);
  });

  it('MSOs have digest ids that are unique in their namespace and in order in valueDigests', () => {
    for (const data of decoded) {
      for (const [namespace, items] of data.digestIdMapping) {
        const ids = items.map(({ digestId }) => digestId);
        const signed = [...msoOf(data).valueDigests.get(namespace)!.keys()];
        expect(signed).toEqual(items.map((_, index) => 24 + index));
        expect(ids.toSorted((a, b) => a - b)).toEqual(signed);
      }
    }
  });

  it('the order of digest ids reveals nothing about the elements', () => {
    const count = NAMESPACES[0]!.elements.length;
    const orders = decoded.map((data) => data.digestIdMapping.get(MDL)!.map(({ digestId }) => digestId));
    expectDistinct(orders.map((order) => order.join()));
    // Each element gets each id 300 × 1/12 = 25 times on average. A number of 0 or above 60 has a probability
    // below 1e-9.
    for (let element = 0; element < count; element++) {
      const tally = new Map<number, number>();
      for (const order of orders) tally.set(order[element]!, (tally.get(order[element]!) ?? 0) + 1);
      expect(tally.size).toBe(count);
      expect(Math.max(...tally.values())).toBeLessThan(60);
    }
  });

  it('the namespaces of an MSO are permuted independently', () => {
    const first = (data: StaticAuthData, name: string) =>
      data.digestIdMapping
        .get(name)!
        .slice(0, 3)
        .map(({ digestId }) => digestId - 24);
    const agreeing = decoded.filter(
      (data) => first(data, MDL).join() === first(data, NAMESPACES[1]!.name).join(),
    );
    expect(agreeing.length).toBeLessThan(COUNT / 10);
  });
});
