import fc from 'fast-check';
import { GROUP, PUBLISHER } from '../contents.ts';
import { mutated, mutations } from '../mutations.ts';
import { type FuzzRequest, JSON_BODY } from '../request.ts';
import type { Stage } from '../stage.ts';

const CHANGES = {
  publisher: PUBLISHER,
  resource: `accounts/${PUBLISHER}/mediationGroups/${GROUP}`,
  subject: 'eve@example.com',
  method: 'createPublisher',
  startTime: '2026-11-20T12:00:00Z',
  view: 'basic',
  orderBy: 'time desc',
  pageSize: 10,
};

const queryOf = (parameters: Readonly<Record<string, string>>) => `?${new URLSearchParams(parameters)}`;

const READS = [
  'passkeys',
  'session',
  'sessions',
  'catalogue',
  'publishers',
  `v1beta/accounts/${PUBLISHER}/mediationGroups`,
  `lastChanges${queryOf({ publisher: PUBLISHER, groups: Array(100).fill(GROUP).join() })}`,
];

const CREDENTIAL = 'AAAAAAAAAAAAAAAAAAAAAA';
const CLIENT_DATA = Buffer.from('{"type":"webauthn.get","challenge":"AAAA","origin":"x"}').toString(
  'base64url',
);
const ASSERTION = {
  id: CREDENTIAL,
  response: { clientDataJSON: CLIENT_DATA, authenticatorData: 'AAAA', signature: 'AAAA', userHandle: 'AAAA' },
};
const ATTESTATION = {
  id: CREDENTIAL,
  response: { clientDataJSON: CLIENT_DATA, attestationObject: 'AAAA', transports: ['usb'] },
};

/** POST methods of the consoles, without the sign-out, which would end the session of the test. */
const POSTS = {
  'changes:search': CHANGES,
  'ids:search': { idPrefix: 'holder' },
  'session:signIn': { email: 'eve@example.com', password: 'wrong password' },
  'session:changePassword': { email: 'eve@example.com', password: 'wrong', newPassword: 'another password' },
  'session:challenge': {},
  'session:signInByPasskey': { passkey: ASSERTION },
  'session:stepUpChallenge': {},
  'passkeys:challenge': {},
  passkeys: { name: 'Key', passkey: ATTESTATION },
  'passkeys/passkey-x:remove': {},
  'session:start': { code: 'x'.repeat(43) },
  'session:createFirstAdministrator': { email: 'eve@example.com', password: 'a long password' },
  'session:stepUp': { password: 'wrong password' },
  'session:extend': {},
  'sessions/session-x:end': {},
  'sessions:endOthers': {},
} as const;

/** Requests that only pages of the consoles send. */
export function consoleRequests({ cookie }: Stage): fc.Arbitrary<FuzzRequest> {
  const headers = [
    ['X-Diptych-Console', '1'],
    ['Sec-Fetch-Site', 'same-origin'],
  ] as const;
  const read = fc.constantFrom(...READS).map((path) => ({ method: 'GET', path }));
  const write = fc
    .tuple(fc.constantFrom(...Object.entries(POSTS)), mutations)
    .map(([[path, body], changes]) => ({ method: 'POST', path, body: mutated(body, changes) }));
  return fc
    .tuple(
      fc.oneof(read, write),
      fc.constantFrom('panels', 'admin'),
      fc.constantFrom(cookie, cookie, cookie, ''),
    )
    .map(
      ([request, listener, sent]): FuzzRequest => ({
        ...request,
        listener,
        name: `console ${request.path.split('?')[0]}`,
        path: `/console/api/${request.path}`,
        headers: [...headers, ['Cookie', sent], ...('body' in request ? [JSON_BODY] : [])],
      }),
    );
}
