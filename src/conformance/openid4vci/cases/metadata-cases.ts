import { isObject, type JsonValue } from '../../../conventions/json.ts';
import { isSafeAddress } from '../../../wallet/openid4vci/transport.ts';
import type { Case } from '../../case.ts';
import { holds } from '../../deviation.ts';
import type { VciBench } from '../bench.ts';
import { isJson } from '../target.ts';

type Row = Case<VciBench>;

const mdocsIn = (all: JsonValue | undefined) =>
  isObject(all) ? Object.values(all).filter((one) => isObject(one) && one.format === 'mso_mdoc') : [];

/** The metadata, which need nothing but the address. */
export const METADATA_CASES: readonly Row[] = (
  [
    {
      id: 'metadata-test.identifier',
      clause: 'metadata.identifier',
      title: 'The metadata have the identifier of the credential issuer',
      async run({ metadata, issuer }) {
        const { body } = await metadata('issuer');
        holds(body.credential_issuer === issuer, 'credential_issuer is another one');
      },
    },
    {
      id: 'metadata-test.json',
      clause: 'metadata.json',
      title: 'The metadata of the issuer and of its authorization server are JSON',
      async run({ metadata }) {
        for (const whose of ['issuer', 'server'] as const)
          holds(
            isJson((await metadata(whose)).headers),
            `the metadata of the ${whose} are not application/json`,
          );
      },
    },
    {
      id: 'metadata-test.endpoints',
      clause: 'metadata.endpoints',
      title: 'The metadata name the endpoints, at addresses of https or of this machine',
      async run({ metadata }) {
        const { body } = await metadata('issuer');
        const { nonce_endpoint: nonce, notification_endpoint: notification } = body;
        holds(isSafeAddress(body.credential_endpoint), 'credential_endpoint is missing, or no https address');
        holds(nonce === undefined || isSafeAddress(nonce), 'nonce_endpoint is no https address');
        holds(
          notification === undefined || isSafeAddress(notification),
          'notification_endpoint is no https address',
        );
      },
    },
    {
      id: 'metadata-test.mdoc',
      clause: 'mdoc.configuration',
      title: 'A configuration for mdoc has a document type',
      async run({ metadata }) {
        const mdocs = mdocsIn((await metadata('issuer')).body.credential_configurations_supported);
        holds(mdocs.length > 0, 'there is no configuration of the format mso_mdoc');
        holds(
          mdocs.every((one) => isObject(one) && typeof one.doctype === 'string' && one.doctype !== ''),
          'a configuration has no doctype',
        );
      },
    },
    {
      id: 'metadata-test.proof-types',
      clause: 'metadata.proof-types',
      title: 'A configuration says which proofs of possession it takes',
      async run({ metadata }) {
        for (const one of mdocsIn((await metadata('issuer')).body.credential_configurations_supported)) {
          if (!isObject(one) || one.cryptographic_binding_methods_supported === undefined) continue;
          const types = isObject(one.proof_types_supported) ? Object.values(one.proof_types_supported) : [];
          holds(types.length > 0, 'a configuration with bound credentials has no proof_types_supported');
          const named = types.map((type) => isObject(type) && type.proof_signing_alg_values_supported);
          holds(
            named.every((algorithms) => Array.isArray(algorithms) && algorithms.length > 0),
            'a type of proof has no proof_signing_alg_values_supported',
          );
        }
      },
    },
    {
      id: 'discovery-end-point-verification',
      clause: 'metadata.server',
      title: 'The metadata of the authorization server have its identifier and its token endpoint',
      async run({ metadata, issuer }) {
        const { authorization_servers: servers } = (await metadata('issuer')).body;
        const { body } = await metadata('server');
        const [id = issuer] = Array.isArray(servers) ? servers : [];
        holds(body.issuer === id, 'issuer is another one');
        holds(isSafeAddress(body.token_endpoint), 'token_endpoint is missing, or no https address');
      },
    },
  ] satisfies readonly Row[]
).map((one) => ({ ...one, smoke: true }));
