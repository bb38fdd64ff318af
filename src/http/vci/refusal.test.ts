import { describe, expect, it } from 'vitest';
import { ConflictError, UnavailableError } from '../../conventions/errors.ts';
import { StatusError } from '../../conventions/status.ts';
import { IssuerError, RecordsUnavailable } from '../../issuer/errors.ts';
import { SignerOutsideValidity } from '../../issuer/mso/validity.ts';
import { GrantRefused } from '../../issuer/wallet-grant/index.ts';
import { refusalOf } from './refusal.ts';

describe('A refusal of OpenID4VCI', () => {
  it.each([
    ['a credential that has ended', new GrantRefused('ended', 'x'), 400, 'credential_request_denied'],
    ['a record that ends today', new IssuerError('invalidState', 'x'), 400, 'credential_request_denied'],
  ])('for %s', (_what, error, status, code) => {
    expect(refusalOf(error)).toMatchObject({ status, code, retryAfter: undefined });
  });

  it.each([
    ['a row that others change without end', new ConflictError('x'), 503, 1],
    ['a database that does not answer', new UnavailableError('x'), 503, 1],
    ['a system of record that does not answer', new RecordsUnavailable(), 503, 60],
    ['a document signer that has ended', new SignerOutsideValidity('x'), 503, 60],
    ['too many requests', new StatusError('RATE_LIMIT_EXCEEDED', 'x', [], { retryDelay: 7000 }), 429, 7],
  ])('for %s says when to ask again', (_what, error, status, retryAfter) => {
    expect(refusalOf(error)).toMatchObject({ status, code: 'temporarily_unavailable', retryAfter });
  });

  it('is none for a fault of this server', () => {
    expect(refusalOf(new Error('x'))).toBeUndefined();
  });
});
