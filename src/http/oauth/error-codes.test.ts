import { errors } from 'oidc-provider';
import { describe, expect, it } from 'vitest';
import { OAUTH_ERRORS } from './error-codes.ts';

const { InvalidClientAuth, InvalidRedirectUri, TemporarilyUnavailable: _, ...others } = errors;

/** Error codes of the library, with their HTTP status. */
const statuses: Readonly<Record<string, number>> = {
  ...Object.fromEntries(
    Object.entries(others).flatMap(([name, Kind]) => {
      if (name === 'OIDCProviderError' || name.startsWith('InvalidClient')) return [];
      const { error, status } = new (Kind as new (text: string) => errors.OIDCProviderError)('text');
      return [[error, status]];
    }),
  ),
  invalid_client: new InvalidClientAuth('text').status,
  invalid_redirect_uri: new InvalidRedirectUri().status,
};

const ofLibrary = Object.entries(OAUTH_ERRORS).filter(([code]) => Object.hasOwn(statuses, code));

describe('The error codes of OAuth', () => {
  it.each(ofLibrary)('the error code %s has the status that the library answers with', (code, { status }) => {
    expect(status).toBe(statuses[code]);
  });

  it('the error codes are those of the library, and two of this server', () => {
    const own = Object.keys(OAUTH_ERRORS).filter((code) => !Object.hasOwn(statuses, code));
    expect(own).toEqual(['server_error', 'temporarily_unavailable']);
  });
});
