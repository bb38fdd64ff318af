import { hash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../../test/support/temporary-folder.ts';
import { makeAuthority } from '../../../test/support/time-stamp-authority.ts';
import { certificatesFromPem } from '../x509/index.ts';
import { encodeTimeStampRequest, TimeStampError, tokenInResponse, verifyTimeStamp } from './index.ts';

const authority = makeAuthority(temporaryFolder('tsp'));
const roots = certificatesFromPem(authority.rootPem);
const imprint = hash('sha256', 'a seal', 'buffer');
const nonce = Buffer.from('7f00112233445566', 'hex');
const token = Buffer.from(tokenInResponse(authority.answer(encodeTimeStampRequest({ imprint, nonce }))));

/** The code of the refusal. */
function refusal(run: () => unknown): string | undefined {
  try {
    run();
    return undefined;
  } catch (error) {
    if (error instanceof TimeStampError) return error.code;
    throw error;
  }
}

const check = (given: Uint8Array, options = {}) =>
  refusal(() => verifyTimeStamp(given, { imprint, roots, nonce, ...options }));

/** The token with another time, which is not signed. */
const redated = Buffer.from(
  Buffer.from(token)
    .toString('latin1')
    .replace(/20\d{12}Z/, '20200101000000Z'),
  'latin1',
);

/** The token whose attribute names another type of content, which is not signed. */
const mistyped = Buffer.from(token);
mistyped[token.lastIndexOf(Buffer.from('2a864886f70d0109100104', 'hex')) + 10]! ^= 1;

describe('Time stamps (RFC 3161)', () => {
  it('a token of openssl ts has the time, and the policy of the authority', () => {
    const { time, policy } = verifyTimeStamp(token, { imprint, roots, nonce });
    expect(Math.abs(Date.now() - time)).toBeLessThan(3_600_000);
    expect(policy).toBe('1.2.3.4.1');
  });

  it.each<[string, string, () => string | undefined]>([
    ['for other data', 'wrongImprint', () => check(token, { imprint: Buffer.alloc(32) })],
    ['with another nonce', 'wrongNonce', () => check(token, { nonce: Buffer.alloc(8, 1) })],
    ['of another policy', 'wrongPolicy', () => check(token, { policy: '1.2.3.4.9' })],
    ['without a trusted root', 'untrustedSigner', () => check(token, { roots: [] })],
    [
      'from before its certificates',
      'signerExpired',
      () => check(authority.dated(token, Date.UTC(2020, 0, 1))),
    ],
    ['with another time than was signed', 'signerExpired', () => check(redated)],
    [
      'with a changed signature',
      'invalidSignature',
      () => check(Buffer.from(token).fill(0x5a, token.length - 8)),
    ],
    ['whose signer signs another kind of data', 'wrongContent', () => check(mistyped)],
    ['that is another kind of signed data', 'wrongContent', () => check(authority.sign(token, 'pkcs7-data'))],
    ['that is no DER', 'malformed', () => check(Buffer.from('<html>'))],
    ['that is too long', 'tooLong', () => check(new Uint8Array(70_000))],
  ])('a token %s is refused', (_, code, run) => {
    expect(run()).toBe(code);
  });

  it('an answer without a token is refused', () => {
    expect(refusal(() => tokenInResponse(Buffer.from('<html>')))).toBe('malformed');
    const unknown = encodeTimeStampRequest({ imprint, nonce, policy: '1.2.3.4.9' });
    expect(refusal(() => tokenInResponse(authority.answer(unknown)))).toBe('refused');
  });
});
