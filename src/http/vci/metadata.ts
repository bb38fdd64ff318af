import type { DocumentType } from '../../issuer/document-types/index.ts';
import { PRE_AUTHORIZED_CODE } from '../../issuer/offer/offer.ts';
import type { VciOptions } from './options.ts';
import { VCI_PATHS, vciIssuer } from './paths.ts';

interface Described
  extends Pick<
    VciOptions,
    | 'name'
    | 'documentTypes'
    | 'batchSize'
    | 'anonymous'
    | 'isRedirecting'
    | 'isPreAuthorizing'
    | 'walletAttestation'
    | 'keyAttestation'
  > {
  /** The address of this server. */
  readonly address: string;
}

const displayOf = (name: string) => [{ name, locale: 'en' }];

/** `path` is a namespace and an element identifier (OpenID4VCI 1.0, appendix C.2). */
const claimsOf = ({ namespaces }: DocumentType) =>
  namespaces.flatMap(({ name, optional, elements }) =>
    elements.flatMap(({ identifier, mandatory }) =>
      identifier === undefined
        ? []
        : [{ path: [name, identifier], mandatory: mandatory === true && optional !== true }],
    ),
  );

const SIGNED = { proof_signing_alg_values_supported: ['ES256'] };

/** OpenID4VCI 1.0, appendix F. A key attestation may have more than is required. */
function proofTypes({ mode, keyStorage, userAuthentication }: VciOptions['keyAttestation']) {
  const attested = {
    key_attestations_required: {
      ...(keyStorage.length > 0 && { key_storage: keyStorage }),
      ...(userAuthentication.length > 0 && { user_authentication: userAuthentication }),
    },
  };
  return {
    jwt: { ...SIGNED, ...(mode === 'required' && attested) },
    ...(mode !== 'off' && { attestation: { ...SIGNED, ...attested } }),
  };
}

const configurationOf = (type: DocumentType, keyAttestation: VciOptions['keyAttestation']) => ({
  format: 'mso_mdoc',
  doctype: type.docType,
  scope: type.docType,
  // Clients disagree about the name of the method for mdoc.
  cryptographic_binding_methods_supported: ['cose_key', 'jwk'],
  // COSE: ES256, and its fully specified name.
  credential_signing_alg_values_supported: [-7, -9],
  proof_types_supported: proofTypes(keyAttestation),
  credential_metadata: { display: displayOf(type.title), claims: claimsOf(type) },
});

/** OpenID4VCI 1.0, 12.2.4. The id of a configuration is its document type. */
export const issuerMetadata = ({ address, name, documentTypes, batchSize, keyAttestation }: Described) => ({
  credential_issuer: vciIssuer(address),
  credential_endpoint: `${address}${VCI_PATHS.credential}`,
  nonce_endpoint: `${address}${VCI_PATHS.nonce}`,
  notification_endpoint: `${address}${VCI_PATHS.notification}`,
  ...(batchSize > 1 && { batch_credential_issuance: { batch_size: batchSize } }),
  display: displayOf(name),
  credential_configurations_supported: Object.fromEntries(
    documentTypes.map((type) => [type.docType, configurationOf(type, keyAttestation)]),
  ),
});

const redirecting = (address: string) => ({
  authorization_endpoint: `${address}${VCI_PATHS.authorization}`,
  pushed_authorization_request_endpoint: `${address}${VCI_PATHS.par}`,
  require_pushed_authorization_requests: true,
  code_challenge_methods_supported: ['S256'],
  authorization_response_iss_parameter_supported: true,
});

const AUTH_METHODS = {
  off: ['none'],
  optional: ['none', 'attest_jwt_client_auth'],
  required: ['attest_jwt_client_auth'],
} as const;

/** RFC 8414. */
export const serverMetadata = (described: Described) => {
  const { address, anonymous, isRedirecting, isPreAuthorizing, walletAttestation } = described;
  const { mode } = walletAttestation;
  const [types, grants, endpoints] = isRedirecting
    ? [['code'], ['authorization_code'], redirecting(address)]
    : [[], [], {}];
  return {
    issuer: vciIssuer(address),
    token_endpoint: `${address}${VCI_PATHS.token}`,
    ...endpoints,
    response_types_supported: types,
    grant_types_supported: [...grants, ...(isPreAuthorizing ? [PRE_AUTHORIZED_CODE] : []), 'refresh_token'],
    token_endpoint_auth_methods_supported: AUTH_METHODS[mode],
    ...(mode !== 'off' && {
      client_attestation_signing_alg_values_supported: ['ES256'],
      client_attestation_pop_signing_alg_values_supported: ['ES256'],
    }),
    dpop_signing_alg_values_supported: ['ES256'],
    'pre-authorized_grant_anonymous_access_supported': anonymous && isPreAuthorizing && mode !== 'required',
  };
};
