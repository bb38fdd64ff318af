import { hash } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { PRE_AUTHORIZED_CODE } from '../../issuer/offer/offer.ts';
import { GrantRefused } from '../../issuer/wallet-grant/index.ts';
import { checkDpop } from './dpop.ts';
import { VciError } from './errors.ts';
import type { VciOptions } from './options.ts';
import { headerOf, type Parameters, parametersOf, required } from './parameters.ts';
import { VCI_PATHS } from './paths.ts';
import type { Grant } from './tokens.ts';
import { attestedWallet } from './wallet-attestation.ts';

const LONGEST_CODE = 512;
const LONGEST_CLIENT_ID = 256;

/** The forms of the proofs are checked before the grant, and their use is noted before a code is looked up. */
function proofOf(request: FastifyRequest, parameters: Parameters, options: VciOptions) {
  const named = parameters.get('client_id');
  if (named !== undefined && named.length > LONGEST_CLIENT_ID)
    throw new VciError('invalid_request', 'client_id is too long');
  const attested = attestedWallet(request, named, options);
  const clientId = named ?? attested?.clientId;
  const url = `${options.address()}${VCI_PATHS.token}`;
  const dpop = checkDpop({ proof: headerOf(request, 'dpop'), method: 'POST', url }, options);
  return {
    thumbprint: dpop.thumbprint,
    ...(attested !== undefined && { instance: attested.instance }),
    ...(clientId !== undefined && { clientId }),
    async use() {
      await attested?.use();
      await dpop.use();
    },
  };
}

type Proof = ReturnType<typeof proofOf>;

async function byCode(request: FastifyRequest, parameters: Parameters, proof: Proof, options: VciOptions) {
  const { clientId, instance } = proof;
  const { anonymous, clients } = options;
  const code = parameters.get('pre-authorized_code');
  if (code === undefined) throw new VciError('invalid_request', 'pre-authorized_code is missing');
  if (code.length > LONGEST_CODE) throw new VciError('invalid_grant', 'the code is not valid');
  if (!anonymous && instance === undefined && !(clientId !== undefined && clients.has(clientId)))
    throw new VciError('invalid_client', 'this wallet is not listed', 401);
  const txCode = parameters.get('tx_code');
  await proof.use();
  const redeemed = await options.redeem({
    code,
    ...(txCode !== undefined && { txCode }),
    from: options.digestOf(`address ${options.addressOf(request)}`),
    requestId: request.id,
    documentTypes: new Set(options.documentTypes.map(({ docType }) => docType)),
  });
  return {
    ...redeemed,
    jkt: proof.thumbprint,
    ...(clientId !== undefined && { clientId }),
    ...(instance !== undefined && { instance }),
  };
}

/** RFC 6749 4.1.3, RFC 7636 4.6. @throws VciError `invalid_grant` */
async function byAuthorizationCode(
  parameters: Parameters,
  proof: Proof,
  options: VciOptions,
): Promise<Grant> {
  const text = required(parameters, 'code', 4096);
  const verifier = required(parameters, 'code_verifier', 128);
  const invalid = () => new VciError('invalid_grant', 'the authorization code is not valid');
  const opened = options.tokens.code.open(text);
  if (opened === undefined) throw invalid();
  const { challenge, redirectUri, jkt = proof.thumbprint, ...grant } = opened;
  const isOfClient = proof.clientId === grant.clientId && parameters.get('redirect_uri') === redirectUri;
  if (!isOfClient || jkt !== proof.thumbprint || hash('sha256', verifier, 'base64url') !== challenge)
    throw invalid();
  await proof.use();
  const name = `authorization code ${hash('sha256', text, 'base64url')}`;
  if (!(await options.useOnce(name, options.clock() + options.tokens.code.life))) throw invalid();
  const { instance } = proof;
  return { ...grant, jkt, ...(instance !== undefined && { instance }) };
}

/** A refresh token is not rotated, because only the holder of its key can use it (HAIP 1.0, 4.3). */
async function byRefreshToken(parameters: Parameters, proof: Proof, options: VciOptions): Promise<Grant> {
  const text = parameters.get('refresh_token');
  if (text === undefined) throw new VciError('invalid_request', 'refresh_token is missing');
  const invalid = () =>
    new VciError('invalid_grant', 'the refresh token is not valid, or its credential has ended');
  const grant = options.tokens.refresh.open(text);
  if (grant === undefined || grant.jkt !== proof.thumbprint) throw invalid();
  if (proof.clientId !== undefined && proof.clientId !== grant.clientId) throw invalid();
  // OAuth 2.0 Attestation-Based Client Authentication, 10.3.
  if (grant.instance !== undefined && proof.instance !== grant.instance) throw invalid();
  await proof.use();
  await options.requireLive(grant.credentialId).catch((error: unknown) => {
    throw error instanceof GrantRefused ? invalid() : error;
  });
  return grant;
}

/** `POST /vci/token`: codes and refresh tokens become access tokens that are bound to the key of the proof. */
export function tokenEndpoint(instance: FastifyInstance, options: VciOptions): void {
  const { access, refresh } = options.tokens;
  instance.post(VCI_PATHS.token, async (request) => {
    const parameters = parametersOf(request);
    const type = parameters.get('grant_type');
    if (type === undefined) throw new VciError('invalid_request', 'grant_type is missing');
    const byType: Readonly<Record<string, (proof: Proof) => Promise<Grant>>> = {
      ...(options.isPreAuthorizing && {
        [PRE_AUTHORIZED_CODE]: (proof: Proof) => byCode(request, parameters, proof, options),
      }),
      authorization_code: (proof) => byAuthorizationCode(parameters, proof, options),
      refresh_token: (proof) => byRefreshToken(parameters, proof, options),
    };
    const grantBy = Object.hasOwn(byType, type) ? byType[type] : undefined;
    if (grantBy === undefined)
      throw new VciError('unsupported_grant_type', 'this grant type is not supported');
    const grant = await grantBy(proofOf(request, parameters, options));
    const kept = type === 'refresh_token' ? parameters.get('refresh_token') : undefined;
    return {
      access_token: access.seal(grant),
      token_type: 'DPoP',
      expires_in: access.life / 1000,
      refresh_token: kept ?? refresh.seal(grant),
      scope: grant.documentType,
    };
  });
}
