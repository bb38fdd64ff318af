/** What shows that this server does what a module of a public test plan asks. */
export type Shown =
  /** A case of `diptych conformance --interface openid4vci`, or the beginning of several. */
  | { readonly case: string }
  /** A test of this folder. */
  | { readonly file: string; readonly title: string }
  | { readonly notApplicable: string };

const cases = (...ids: readonly string[]): readonly Shown[] => ids.map((id) => ({ case: id }));
const fault = (...names: readonly string[]) => cases(...names.map((name) => `fault.${name}`));
const own = (title: string): Shown => ({ file: 'public-plan.test.ts', title });
const strict = (title: string): Shown => ({ file: 'strict-client.test.ts', title });
const authorization = (title: string): Shown => ({ file: 'authorization.test.ts', title });

const REDEEMED = authorization(
  'is redeemed once, with its verifier, by its client, for its address and its key',
);
const ENDED = authorization(
  'parameters that were not pushed, and requests of another wallet or that have ended',
);
const HAPPY = strict('gets a token by a pushed request, PKCE, iss and DPoP, and refreshes it');

/** Modules of `oid4vci-1_0-issuer-*`, by the rest of their names. */
const ISSUER: Readonly<Record<string, readonly Shown[]>> = {
  'metadata-test': cases('metadata-test'),
  'metadata-test-signed': [
    { notApplicable: 'the metadata are not signed, and the module then skips itself' },
  ],
  'happy-flow': cases('happy-flow', 'happy-flow.token', 'happy-flow.nonce', 'happy-flow.tx-code'),
  'happy-flow-additional-requests': cases('happy-flow-additional-requests'),
  'happy-flow-multiple-clients': cases('happy-flow-multiple-clients'),
  'happy-flow-skip-notification': cases('happy-flow-skip-notification'),
  'batch-issuance': cases('batch-issuance', 'batch-issuance.unlinkable'),
  'fail-invalid-nonce': cases('fail-invalid-nonce'),
  'fail-invalid-jwt-proof-signature': cases('fail-invalid-jwt-proof-signature'),
  'fail-invalid-key-attestation-signature': cases('fail-invalid-key-attestation-signature'),
  'fail-invalid-client-attestation-signature': cases('fail-invalid-client-attestation-signature'),
  'fail-invalid-client-attestation-pop-signature': cases('fail-invalid-client-attestation-pop-signature'),
  'fail-client-attestation-exp-in-past': cases('fail-client-attestation-exp-in-past'),
  'fail-client-attestation-no-sub': cases('fail-client-attestation-no-sub'),
  'fail-client-attestation-pop-wrong-aud': cases('fail-client-attestation-pop-wrong-aud'),
  'fail-mismatched-client-attestation-pop-key': cases('fail-mismatched-client-attestation-pop-key'),
  'fail-missing-proof': cases('fail-missing-proof'),
  'fail-unsupported-encryption-algorithm': cases('fail-unsupported-encryption-algorithm'),
  'fail-unknown-credential-configuration': cases('fail-unknown-credential-configuration'),
  'fail-unknown-credential-identifier': cases('fail-unknown-credential-identifier'),
  'fail-on-access-token-in-query': cases('fail-on-access-token-in-query'),
};

/** Modules of `fapi2-security-profile-final-*`, by the rest of their names. */
const FAPI: Readonly<Record<string, readonly Shown[]>> = {
  'discovery-end-point-verification': cases('discovery-end-point-verification'),
  'happy-flow': [HAPPY],
  'user-rejects-authentication': [authorization('the person says no')],
  'ensure-authorization-request-without-state-success': [
    own('a request without state is answered without state'),
  ],
  'access-token-type-header-case-sensitivity': cases('access-token-type-header-case-sensitivity'),
  'check-dpop-proof-nbf-exp': [
    ...cases('check-dpop-proof-nbf-exp'),
    own('DPoP proofs at the token endpoint may have nbf and exp, and be ten seconds early or late'),
  ],
  'ensure-dpopproof-with-iat-10seconds-before-succeeds': cases(
    'ensure-dpopproof-with-iat-10seconds-before-succeeds',
  ),
  'ensure-dpopproof-with-iat-10seconds-after-succeeds': cases(
    'ensure-dpopproof-with-iat-10seconds-after-succeeds',
  ),
  'ensure-mismatched-dpop-jkt-fails': fault('par-another-thumbprint'),
  'ensure-token-endpoint-fails-with-mismatched-dpop-proof-jkt': [strict('is refused with another DPoP key')],
  'ensure-token-endpoint-fails-with-mismatched-dpop-jkt': [own('a code is for the key of dpop_jkt only')],
  'ensure-dpopproof-at-par-endpoint-binding-success': [HAPPY],
  'ensure-dpop-auth-code-binding-success': [own('a code is for the key of dpop_jkt only')],
  'ensure-different-state-inside-and-outside-request-object': [own('only the pushed state is answered')],
  'ensure-authorization-request-with-long-state': [authorization('a long state')],
  'state-only-outside-request-object-not-used': [own('a request without state is answered without state')],
  'ensure-request-object-without-redirect-uri-fails': fault('par-redirect-uri-missing'),
  'plain-fapi-tolerate-unregistered-redirect-uri': fault('par-redirect-uri-unknown'),
  'ensure-unsigned-authorization-request-without-using-par-fails': [
    strict('gets a page, and no code, without a pushed request'),
  ],
  'ensure-redirect-uri-in-authorization-request': fault('par-redirect-uri-missing'),
  'ensure-response-type-code-idtoken-fails': fault('par-response-type-id-token'),
  'ensure-response-type-token-fails': fault('par-response-type-token'),
  'ensure-client-id-in-token-endpoint': [REDEEMED],
  'ensure-holder-of-key-required': fault('dpop-missing'),
  'ensure-authorization-code-is-bound-to-client': [REDEEMED],
  'attempt-reuse-authorization-code-after-one-second': [strict('is refused with a code that was used')],
  'ensure-token-endpoint-fails-with-expired-auth-code': [own('a code ends after a minute')],
  'dpop-negative-tests': [
    ...cases('fault.resource-dpop', 'dpop-negative-tests', 'fault.access-token-as-bearer'),
    own('two DPoP proofs in one request are refused'),
  ],
  'refresh-token': [
    HAPPY,
    ...cases('refresh-token', 'fault.refresh-by-another-key', 'fault.refresh-by-another-client'),
    ...fault('refresh-by-another-instance', 'refresh-without-attestation'),
  ],
  'par-ensure-reused-request-uri-prior-to-auth-completion-succeeds': [
    own('a request_uri may be opened again until it is answered'),
  ],
  'par-attempt-reuse-request_uri': [REDEEMED],
  'par-attempt-to-use-expired-request_uri': [ENDED],
  'par-attempt-to-use-request_uri-for-different-client': [ENDED],
  'par-authorization-request-containing-request_uri-form-param': fault('par-request-uri'),
  'par-attempt-invalid-http-method': [own('the pushed request is a POST')],
  'par-ensure-pkce-required': fault('par-without-challenge'),
  'ensure-pkce-code-verifier-required': [REDEEMED],
  'incorrect-pkce-code-verifier-rejected': [strict('is refused with a wrong verifier')],
  'par-plain-pkce-rejected': fault('par-plain-challenge'),
  'par-without-duplicate-parameters': [...cases('par-without-duplicate-parameters'), HAPPY],
};

const named = (prefix: string, all: Readonly<Record<string, readonly Shown[]>>) =>
  Object.entries(all).map(([rest, shown]) => [`${prefix}${rest}`, shown] as const);

/** What shows each module of the public test plans for issuers. The parts about TLS belong to the proxy before the server. */
export const PUBLIC_PLANS: ReadonlyMap<string, readonly Shown[]> = new Map([
  ...named('oid4vci-1_0-issuer-', ISSUER),
  ...named('fapi2-security-profile-final-', FAPI),
]);
