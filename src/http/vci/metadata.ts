import type { DocumentType } from '../../issuer/document-types/index.ts';
import { PRE_AUTHORIZED_CODE } from '../../issuer/offer/offer.ts';
import { VCI_PATHS, vciIssuer } from './paths.ts';

interface Described {
  /** The address of this server. */
  readonly address: string;
  readonly name: string;
  readonly documentTypes: readonly DocumentType[];
  readonly batchSize: number;
  readonly anonymous: boolean;
  readonly isRedirecting: boolean;
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

const configurationOf = (type: DocumentType) => ({
  format: 'mso_mdoc',
  doctype: type.docType,
  scope: type.docType,
  // Clients disagree about the name of the method for mdoc.
  cryptographic_binding_methods_supported: ['cose_key', 'jwk'],
  // COSE: ES256, and its fully specified name.
  credential_signing_alg_values_supported: [-7, -9],
  proof_types_supported: { jwt: { proof_signing_alg_values_supported: ['ES256'] } },
  credential_metadata: { display: displayOf(type.title), claims: claimsOf(type) },
});

/** OpenID4VCI 1.0, 12.2.4. The id of a configuration is its document type. */
export const issuerMetadata = ({ address, name, documentTypes, batchSize }: Described) => ({
  credential_issuer: vciIssuer(address),
  credential_endpoint: `${address}${VCI_PATHS.credential}`,
  nonce_endpoint: `${address}${VCI_PATHS.nonce}`,
  notification_endpoint: `${address}${VCI_PATHS.notification}`,
  ...(batchSize > 1 && { batch_credential_issuance: { batch_size: batchSize } }),
  display: displayOf(name),
  credential_configurations_supported: Object.fromEntries(
    documentTypes.map((type) => [type.docType, configurationOf(type)]),
  ),
});

const redirecting = (address: string) => ({
  authorization_endpoint: `${address}${VCI_PATHS.authorization}`,
  pushed_authorization_request_endpoint: `${address}${VCI_PATHS.par}`,
  require_pushed_authorization_requests: true,
  code_challenge_methods_supported: ['S256'],
  authorization_response_iss_parameter_supported: true,
});

/** RFC 8414. */
export const serverMetadata = ({ address, anonymous, isRedirecting }: Described) => {
  const [types, grants, endpoints] = isRedirecting
    ? [['code'], ['authorization_code'], redirecting(address)]
    : [[], [], {}];
  return {
    issuer: vciIssuer(address),
    token_endpoint: `${address}${VCI_PATHS.token}`,
    ...endpoints,
    response_types_supported: types,
    grant_types_supported: [...grants, PRE_AUTHORIZED_CODE, 'refresh_token'],
    token_endpoint_auth_methods_supported: ['none'],
    dpop_signing_alg_values_supported: ['ES256'],
    'pre-authorized_grant_anonymous_access_supported': anonymous,
  };
};
