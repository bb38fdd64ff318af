import { hash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { DAY } from '../../src/conventions/time.ts';
import { derWriter } from '../../src/formats/der/index.ts';
import {
  encodeTimeStampRequest,
  TimeStampError,
  tokenInResponse,
  verifyTimeStamp,
} from '../../src/formats/tsp/index.ts';
import { certificatesFromPem } from '../../src/formats/x509/index.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { makeAuthority } from '../support/time-stamp-authority.ts';

const folder = temporaryFolder('time-stamps');
const authority = makeAuthority(folder);
const roots = certificatesFromPem(authority.rootPem);
const imprint = hash('sha256', 'a seal', 'buffer');
const nonce = Buffer.from('7f00112233445566', 'hex');
const request = (members = {}) => encodeTimeStampRequest({ imprint, nonce, ...members });
const token = tokenInResponse(authority.answer(request()));

function refusal(given: Uint8Array, options = {}): string | undefined {
  try {
    verifyTimeStamp(given, { imprint, roots, nonce, ...options });
    return undefined;
  } catch (error) {
    if (error instanceof TimeStampError) return error.code;
    throw error;
  }
}

/** A request without a nonce. */
function withoutNonce(): Uint8Array {
  const { sequence, integer, objectIdentifier, nullValue, octetString, boolean } = derWriter;
  const sha256 = sequence(objectIdentifier('2.16.840.1.101.3.4.2.1'), nullValue());
  return sequence(integer(1), sequence(sha256, octetString(imprint)), boolean(true));
}

describe('Time stamps of openssl ts (RFC 3161)', () => {
  it('a token with RSA signatures verifies', () => {
    const other = makeAuthority(folder, { key: 'rsa' });
    const given = tokenInResponse(other.answer(request()));
    const trusted = { roots: certificatesFromPem(other.rootPem) };
    expect(refusal(given, trusted)).toBeUndefined();
    const pss = ['-md', 'sha256', '-keyopt', 'rsa_padding_mode:pss'];
    expect(refusal(other.sign(other.contentOf(given), undefined, pss), trusted)).toBe('unsupportedAlgorithm');
  });

  it('a token whose signer is named by SHA-1 is refused (RFC 5816)', () => {
    const given = authority.sign(authority.contentOf(token), undefined, ['-md', 'sha1']);
    expect(refusal(given)).toBe('missingCertificate');
  });

  it('the authority applies the requested policy', () => {
    const policy = '1.2.3.4.2';
    expect(refusal(tokenInResponse(authority.answer(request({ policy }))), { policy })).toBeUndefined();
  });

  it('a fraction of a second is read', () => {
    const content = authority.contentOf(token).toString('latin1');
    const longer = Buffer.from(content.replace(/.(20\d{12})Z/, '\x12$1.15Z'), 'latin1');
    longer[1]! += 3;
    expect(verifyTimeStamp(authority.sign(longer), { imprint, roots }).time % 1000).toBe(150);
  });

  it('a token without the nonce is refused', () => {
    expect(refusal(tokenInResponse(authority.answer(withoutNonce())))).toBe('wrongNonce');
  });

  it('a token of another authority is refused', () => {
    const other = makeAuthority(folder);
    expect(refusal(token, { roots: certificatesFromPem(other.rootPem) })).toBe('untrustedSigner');
  });

  it('a token from after the end of its certificates is refused', () => {
    expect(refusal(authority.dated(token, Date.now() + 3100 * DAY))).toBe('signerExpired');
  });

  it.each<[string, string]>([
    ['a purpose that is not critical', 'timeStamping'],
    ['a further purpose', 'critical,timeStamping,clientAuth'],
    ['another purpose', 'critical,codeSigning'],
  ])('a signer whose certificate has %s is refused', (_, extendedKeyUsage) => {
    const other = makeAuthority(folder, { extendedKeyUsage });
    const given = other.sign(authority.contentOf(token));
    expect(refusal(given, { roots: certificatesFromPem(other.rootPem) })).toBe('signerProfile');
  });

  it('a token that was cut is malformed, and one with a changed bit is refused or says the same', () => {
    const right = verifyTimeStamp(token, { imprint, roots, nonce });
    for (let length = 0; length < token.length; length += 1)
      expect(refusal(token.subarray(0, length))).toBe('malformed');
    for (let at = 0; at < token.length; at += 1) {
      const changed = Buffer.from(token);
      changed[at]! ^= 1 << (at % 8);
      if (refusal(changed) !== undefined) continue;
      // Only the copy of the root may change, which is not used, and numbers of versions.
      expect(verifyTimeStamp(changed, { imprint, roots, nonce })).toEqual(right);
    }
  });
});
