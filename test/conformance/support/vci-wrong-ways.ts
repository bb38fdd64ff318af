import type { World } from '../../support/world.ts';
import type { Asked, Body, Reply, WrongAnswer } from './vci-run.ts';

export type VciWrongWay = readonly [what: string, namedBy: string, wrong: (world: World) => WrongAnswer];

const at =
  (part: string, change: WrongAnswer): (() => WrongAnswer) =>
  () =>
  (reply, asked) =>
    asked.url.includes(part) ? change(reply, asked) : {};

const body = (part: string, change: (body: Body) => Body) =>
  at(part, (reply) => ({ body: change(reply.body) }));

/** The same for every answer there but the first ones. */
const later =
  (part: string, after: number, change: WrongAnswer): (() => WrongAnswer) =>
  () => {
    let seen = 0;
    return (reply, asked) => {
      if (!asked.url.includes(part)) return {};
      seen += 1;
      return seen > after ? change(reply, asked) : {};
    };
  };

const refused = (error: string): Partial<Reply> => ({ status: 400, body: { error } });
const uncached = ({ headers }: Reply) => ({ headers: { ...headers, 'cache-control': 'max-age=60' } });

/** The claims of the DPoP proof. */
function proofOf({ headers }: Asked): Body {
  const [, claims = ''] = (headers.get('dpop') ?? '').split('.');
  return JSON.parse(Buffer.from(claims, 'base64url').toString());
}

/** Refuses credential requests with such a proof. */
const pickyAbout =
  (isBad: (claims: Body, now: number) => boolean) =>
  (world: World): WrongAnswer =>
  (_reply, asked) =>
    asked.url.endsWith('/credential') && isBad(proofOf(asked), world.now() / 1000)
      ? refused('invalid_dpop_proof')
      : {};

const SOURCE = 'openid-credential-issuer';

const configurations = (change: (one: Body) => Body) =>
  body(SOURCE, (metadata) => ({
    ...metadata,
    credential_configurations_supported: Object.fromEntries(
      Object.entries(metadata.credential_configurations_supported).map(([id, one]) => [id, change(one)]),
    ),
  }));

export const VCI_WRONG_WAYS: readonly VciWrongWay[] = [
  [
    'metadata of another issuer',
    'metadata-test.identifier',
    body(SOURCE, (one) => ({ ...one, credential_issuer: 'https://a.example' })),
  ],
  [
    'metadata as HTML',
    'metadata-test.json',
    at(SOURCE, ({ headers }) => ({ headers: { ...headers, 'content-type': 'text/html' } })),
  ],
  [
    'no credential endpoint',
    'metadata-test.endpoints',
    body(SOURCE, ({ credential_endpoint: _, ...one }) => one),
  ],
  [
    'a configuration without a document type',
    'metadata-test.mdoc',
    configurations(({ doctype: _, ...one }) => one),
  ],
  [
    'a configuration without proofs',
    'metadata-test.proof-types',
    configurations(({ proof_types_supported: _, ...one }) => one),
  ],
  [
    'another authorization server',
    'discovery-end-point-verification',
    body('oauth-authorization-server', (one) => ({ ...one, issuer: 'https://a.example' })),
  ],
  [
    'a credential that is cut off',
    'happy-flow',
    body('/credential', (one) => ({
      ...one,
      credentials: [{ credential: one.credentials[0].credential.slice(0, -8) }],
    })),
  ],
  ['tokens that caches may store', 'happy-flow.token', at('/token', uncached)],
  ['nonces that caches may store', 'happy-flow.nonce', at('/nonce', uncached)],
  [
    'no credential after the first',
    'happy-flow-skip-notification',
    later('/credential', 1, () => ({ body: { credentials: [] } })),
  ],
  [
    'only one accept header',
    'happy-flow-additional-requests',
    at('/credential', (_reply, { headers }) =>
      headers.get('accept') === '*/*' ? refused('invalid_request') : {},
    ),
  ],
  ['one wallet only', 'happy-flow-multiple-clients', later('/token', 1, () => refused('invalid_grant'))],
  [
    'a batch of one',
    'batch-issuance',
    body('/credential', (one) => ({ ...one, credentials: one.credentials.slice(0, 1) })),
  ],
  ['no transaction code is right', 'happy-flow.tx-code', at('/token', () => refused('invalid_grant'))],
  [
    'the same access token at a refresh',
    'refresh-token',
    () => {
      let first: unknown;
      return (reply, { url }) => {
        if (!url.endsWith('/token')) return {};
        first ??= reply.body.access_token;
        return { body: { ...reply.body, access_token: first } };
      };
    },
  ],
  [
    'a notification once',
    'notification.repeated',
    later('/notification', 1, () => refused('invalid_notification_id')),
  ],
  [
    'the scheme in one case only',
    'access-token-type-header-case-sensitivity',
    at('/credential', (_reply, { headers }) =>
      headers.get('authorization')?.startsWith('DPoP ') ? {} : refused('invalid_token'),
    ),
  ],
  ['proofs without nbf only', 'check-dpop-proof-nbf-exp', pickyAbout(({ nbf }) => nbf !== undefined)],
  [
    'a clock of its own that is ahead',
    'ensure-dpopproof-with-iat-10seconds-before-succeeds',
    pickyAbout(({ iat }, now) => iat < now - 5),
  ],
  [
    'a clock of its own that is late',
    'ensure-dpopproof-with-iat-10seconds-after-succeeds',
    pickyAbout(({ iat }, now) => iat > now + 5),
  ],
  ['htu letter by letter', 'dpop-negative-tests.query-of-htu', pickyAbout(({ htu }) => htu.includes('?'))],
  [
    'no unknown claims',
    'dpop-negative-tests.unknown-claims',
    pickyAbout(({ unknown }) => unknown !== undefined),
  ],
  [
    'a pushed request without request_uri',
    'par-without-duplicate-parameters',
    body('/par', ({ request_uri: _, ...one }) => one),
  ],
];
