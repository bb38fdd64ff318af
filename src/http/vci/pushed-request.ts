import type { FastifyInstance } from 'fastify';
import { WALLET_REQUEST } from '../holders/index.ts';
import { checkDpop } from './dpop.ts';
import { VciError } from './errors.ts';
import type { VciOptions } from './options.ts';
import { headerOf, type Parameters, parametersOf, required } from './parameters.ts';
import { VCI_PATHS } from './paths.ts';
import type { PushedRequest } from './tokens.ts';
import { attestedWallet } from './wallet-attestation.ts';

const URN = 'urn:ietf:params:oauth:request_uri:';

/** The sealed part of a request_uri of this server. */
export const sealedPartOf = (requestUri: string): string =>
  requestUri.startsWith(URN) ? requestUri.slice(URN.length) : '';

/** Unknown scopes are ignored; one document type in a request. @throws VciError `invalid_scope` */
function documentTypeOf(parameters: Parameters, { documentTypes }: VciOptions): string {
  const asked = new Set((parameters.get('scope') ?? '').split(' '));
  const known = documentTypes.filter(({ docType }) => asked.has(docType));
  const [only] = known;
  if (only === undefined || known.length > 1)
    throw new VciError('invalid_scope', 'scope must name one credential configuration');
  return only.docType;
}

function requestOf(parameters: Parameters, jkt: string | undefined, options: VciOptions): PushedRequest {
  const clientId = required(parameters, 'client_id');
  const client = options.clients.get(clientId);
  if (client === undefined) throw new VciError('invalid_client', 'this wallet is not listed', 401);
  if (parameters.has('request_uri') || parameters.has('request'))
    throw new VciError('invalid_request', 'a pushed request has neither request_uri nor request');
  if (required(parameters, 'response_type') !== 'code')
    throw new VciError('unsupported_response_type', 'response_type must be code');
  const redirectUri = required(parameters, 'redirect_uri', 1024);
  if (!client.redirectUris?.includes(redirectUri))
    throw new VciError('invalid_request', 'redirect_uri is not one of this wallet');
  const challenge = required(parameters, 'code_challenge');
  if (parameters.get('code_challenge_method') !== 'S256' || !/^[A-Za-z0-9_-]{43}$/.test(challenge))
    throw new VciError('invalid_request', 'code_challenge must be made by S256');
  const named = parameters.get('dpop_jkt');
  if (named !== undefined && (!/^[A-Za-z0-9_-]{43}$/.test(named) || (jkt ?? named) !== named))
    throw new VciError('invalid_request', 'dpop_jkt is not the thumbprint of the key of the proof');
  const bound = jkt ?? named;
  const optional = (name: string) => (parameters.has(name) ? required(parameters, name) : undefined);
  const [state, issuerState] = [optional('state'), optional('issuer_state')];
  return {
    ...{ clientId, redirectUri, challenge },
    documentType: documentTypeOf(parameters, options),
    ...(state !== undefined && { state }),
    ...(issuerState !== undefined && { issuerState }),
    ...(bound !== undefined && { jkt: bound }),
  };
}

/** `POST /vci/par`. Nothing is stored: the request comes back in the address, where nobody can read it. */
export function pushedRequests(instance: FastifyInstance, options: VciOptions): void {
  const { pushed } = options.tokens;
  instance.post(VCI_PATHS.par, async (request, reply) => {
    const parameters = parametersOf(request);
    const proof = headerOf(request, 'dpop');
    const url = `${options.address()}${VCI_PATHS.par}`;
    const checked = proof === undefined ? undefined : checkDpop({ proof, method: 'POST', url }, options);
    const attested = attestedWallet(request, parameters.get('client_id'), options);
    const pushedRequest = requestOf(parameters, checked?.thumbprint, options);
    const sealed = pushed.seal(pushedRequest);
    if (pushedRequest.issuerState === undefined && !WALLET_REQUEST.test(`?request=${sealed}`))
      throw new VciError('invalid_request', 'redirect_uri and state are too long together for a sign-in');
    await attested?.use();
    await checked?.use();
    return reply.code(201).send({ request_uri: `${URN}${sealed}`, expires_in: pushed.life / 1000 });
  });
}
