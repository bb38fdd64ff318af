import { hash, randomFillSync } from 'node:crypto';
import { headLength, MAJOR, writeHead } from '../cbor/index.ts';
import type { RawSigner } from '../cose/index.ts';
import { MdocError } from '../errors.ts';
import { permutation, permutationBytes, type RandomSource } from './digest-ids.ts';
import type { ValidityInfo } from './mobile-security-object.ts';
import { type MsoSkeleton, type MsoTemplate, SIGNATURE_LENGTH } from './mso-template.ts';
import { writeTdate } from './tdate.ts';

/** The input that differs between MSOs. Times are in milliseconds since 1970, in whole seconds. */
export interface MsoIssue extends ValidityInfo {
  /**
   * Uncompressed P-256 point of the authentication key, 65 bytes. The caller has checked that it is on the
   * curve.
   */
  readonly devicePoint: Uint8Array;
  /** Its entry in a status list (ISO/IEC 18013-5, second edition, 12.3.6.3). The URI is in ASCII. */
  readonly status?: { readonly idx: number; readonly uri: string };
  readonly random?: RandomSource;
}

const COORDINATE_LENGTH = 32;

/**
 * StaticAuthData for one authentication key, with new salts and digest ids, so that two presentations cannot
 * be linked. `sign` uses the document signer's key. The result is a promise only if `sign` returns one.
 * Throws MdocError `invalidDeviceKey`, `invalidValidity` or `invalidSignature`.
 */
export function issueMso(
  template: MsoTemplate,
  issue: MsoIssue,
  sign: RawSigner,
): Uint8Array | Promise<Uint8Array> {
  checkValidity(template, issue);
  const { devicePoint, expectedUpdate, status } = issue;
  if (devicePoint.length !== 1 + 2 * COORDINATE_LENGTH || devicePoint[0] !== 4) {
    throw new MdocError('invalidDeviceKey', 'the device key is not an uncompressed P-256 point');
  }
  const skeleton = template.skeleton({
    expectedUpdate: expectedUpdate !== undefined,
    ...(status && { status: { idx: headLength(status.idx), uri: status.uri.length } }),
  });
  const toBeSigned = Buffer.from(skeleton.toBeSigned);
  const staticAuthData = skeleton.staticAuthData.slice();
  fillItems(template, skeleton, issue.random ?? randomFillSync, toBeSigned, staticAuthData);
  copy(devicePoint, 1, toBeSigned, skeleton.x, COORDINATE_LENGTH);
  copy(devicePoint, 1 + COORDINATE_LENGTH, toBeSigned, skeleton.y, COORDINATE_LENGTH);
  const { dates } = skeleton;
  writeTdate(issue.signed, toBeSigned, dates[0]!);
  writeTdate(issue.validFrom, toBeSigned, dates[1]!);
  writeTdate(issue.validUntil, toBeSigned, dates[2]!);
  if (expectedUpdate !== undefined) writeTdate(expectedUpdate, toBeSigned, dates[3]!);
  if (status !== undefined) {
    writeHead(toBeSigned, skeleton.idx!, MAJOR.unsigned, status.idx);
    toBeSigned.write(status.uri, skeleton.uri!, 'latin1');
  }
  staticAuthData.set(toBeSigned.subarray(skeleton.payload), skeleton.payloadCopy);

  const signature = sign(toBeSigned);
  return signature instanceof Uint8Array
    ? withSignature(staticAuthData, skeleton, signature)
    : signature.then((bytes) => withSignature(staticAuthData, skeleton, bytes));
}

function fillItems(
  template: MsoTemplate,
  skeleton: MsoSkeleton,
  fill: RandomSource,
  toBeSigned: Buffer,
  staticAuthData: Uint8Array,
): void {
  fill(template.random);
  const orders = permutations(template, skeleton, fill);
  for (let index = 0; index < orders.length; index++) {
    const { range, elements, digests } = skeleton.namespaces[index]!;
    const order = orders[index]!;
    for (let element = 0; element < elements.length; element++) {
      const places = elements[element]!;
      const place = order[element]!;
      writeId(range.first + place, range.size, places.item, places.itemId);
      writeId(range.first + place, range.size, staticAuthData, places.mappingId);
      places.item.set(places.salt, places.itemSalt);
      staticAuthData.set(places.salt, places.mappingSalt);
      // A digest as binary text takes less than half the time of one as a Buffer.
      toBeSigned.write(hash('sha256', places.item, 'binary'), digests[place]!, 'latin1');
    }
  }
}

/** The position of each element's digest, by namespace. Only this step may need more random bytes. */
function permutations(
  { random, saltsLength }: MsoTemplate,
  skeleton: MsoSkeleton,
  fill: RandomSource,
): readonly Uint16Array[] {
  let draws = saltsLength;
  return skeleton.namespaces.map(({ range: { count } }) => {
    const order = permutation(count, random, draws, fill);
    draws += permutationBytes(count);
    return order;
  });
}

function withSignature(staticAuthData: Uint8Array, skeleton: MsoSkeleton, signature: Uint8Array): Uint8Array {
  if (signature.length !== SIGNATURE_LENGTH) {
    throw new MdocError('invalidSignature', 'the signer did not give r and s of 32 bytes each');
  }
  staticAuthData.set(signature, skeleton.signature);
  return staticAuthData;
}

/** Refuses times that violate ISO 18013-5 9.1.2.4 or 9.3.1. */
function checkValidity({ signerValidity }: MsoTemplate, issue: MsoIssue): void {
  const { signed, validFrom, validUntil } = issue;
  if (!(validFrom >= signed && validUntil > validFrom)) {
    throw new MdocError('invalidValidity', 'signed, validFrom and validUntil are not in order');
  }
  if (!(signed >= signerValidity.notBefore && signed <= signerValidity.notAfter)) {
    throw new MdocError(
      'invalidValidity',
      'signed lies outside the validity of the document signer certificate',
    );
  }
}

function writeId(id: number, size: 1 | 2, target: Uint8Array, at: number): void {
  if (size === 1) {
    target[at] = id;
  } else {
    target[at] = id >>> 8;
    target[at + 1] = id;
  }
}

function copy(source: Uint8Array, from: number, target: Uint8Array, at: number, length: number): void {
  for (let index = 0; index < length; index++) target[at + index] = source[from + index]!;
}
