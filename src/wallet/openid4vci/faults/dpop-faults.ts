import { newUuid } from '../../effects.ts';
import { type JwtChanges, privateJwkOf } from '../jwt.ts';
import type { Changes } from '../requests.ts';
import { faultsFrom, type HostileWallet, type Row, redeem, refusedAs, type VciFault } from './fault.ts';

interface ProofFault {
  readonly name: string;
  readonly clause: string;
  readonly what: string;
  readonly dpop: (wallet: HostileWallet) => JwtChanges;
}

/** What is wrong with a proof, at whatever endpoint. */
const PROOFS: readonly ProofFault[] = [
  {
    name: 'wrong-type',
    clause: 'dpop.type',
    what: 'the DPoP proof has the type jwt',
    dpop: () => ({ header: { typ: 'jwt' } }),
  },
  {
    name: 'algorithm-none',
    clause: 'dpop.algorithm',
    what: 'the DPoP proof has the algorithm none',
    dpop: () => ({ header: { alg: 'none' } }),
  },
  {
    name: 'without-key',
    clause: 'dpop.claims',
    what: 'the header of the DPoP proof has no key',
    dpop: () => ({ header: { jwk: undefined } }),
  },
  {
    name: 'wrong-signature',
    clause: 'dpop.signature',
    what: 'the DPoP proof is signed by another key than that in its header',
    dpop: ({ newKey }) => ({ signer: newKey() }),
  },
  {
    name: 'private-key',
    clause: 'dpop.private-key',
    what: 'the header of the DPoP proof has the private key',
    dpop: ({ state }) => ({ header: { jwk: privateJwkOf(state().key) } }),
  },
  {
    name: 'wrong-method',
    clause: 'dpop.method',
    what: 'the DPoP proof is for another method',
    dpop: () => ({ claims: { htm: 'PUT' } }),
  },
  {
    name: 'wrong-address',
    clause: 'dpop.address',
    what: 'the DPoP proof is for another address',
    dpop: () => ({ claims: { htu: 'https://issuer.example/elsewhere' } }),
  },
  {
    name: 'without-id',
    clause: 'dpop.claims',
    what: 'the DPoP proof has no jti',
    dpop: () => ({ claims: { jti: undefined } }),
  },
  {
    name: 'without-time',
    clause: 'dpop.claims',
    what: 'the DPoP proof has no iat',
    dpop: () => ({ claims: { iat: undefined } }),
  },
  {
    name: 'past',
    clause: 'dpop.time',
    what: 'the DPoP proof was made an hour ago',
    dpop: ({ seconds }) => ({ claims: { iat: seconds() - 3600 } }),
  },
  {
    name: 'future',
    clause: 'dpop.time',
    what: 'the DPoP proof is dated in an hour',
    dpop: ({ seconds }) => ({ claims: { iat: seconds() + 3600 } }),
  },
];

const rowsOf = (
  prefix: string,
  expected: Row['expected'],
  send: (wallet: HostileWallet, changes: Changes) => ReturnType<Row['send']>,
) =>
  PROOFS.map(
    ({ name, clause, what, dpop }): Row => ({
      name: `${prefix}-${name}`,
      clause,
      what,
      expected,
      send: (wallet) => send(wallet, { dpop: dpop(wallet) }),
    }),
  );

const AT_TOKEN: readonly Row[] = [
  ...rowsOf('dpop', 'invalid_dpop_proof', redeem),
  {
    name: 'dpop-missing',
    clause: 'dpop.required',
    what: 'the token request has no DPoP proof',
    expected: 'invalid_dpop_proof',
    send: (wallet) => redeem(wallet, { headers: { dpop: undefined } }),
  },
  {
    name: 'dpop-reused',
    clause: 'dpop.once',
    what: 'the DPoP proof of the token request was used before',
    expected: 'invalid_dpop_proof',
    async send(wallet) {
      const dpop = { claims: { jti: newUuid(wallet.random), iat: wallet.seconds() } };
      await redeem(wallet, { dpop, parameters: { 'pre-authorized_code': 'A-CODE-THAT-NOBODY-GAVE-OUT' } });
      return redeem(wallet, { dpop });
    },
  },
];

const UNBOUND = refusedAs('invalid_dpop_proof', 401);

const AT_RESOURCE: readonly Row[] = [
  ...rowsOf('resource-dpop', UNBOUND, ({ ask }, changes) => ask(() => changes)),
  {
    name: 'resource-dpop-missing',
    clause: 'resource.token',
    what: 'the credential request has no DPoP proof',
    expected: UNBOUND,
    send: ({ ask }) => ask(() => ({ headers: { dpop: undefined } })),
  },
  {
    name: 'resource-dpop-without-hash',
    clause: 'dpop.token',
    what: 'the DPoP proof of the credential request has no hash of the access token',
    expected: UNBOUND,
    send: ({ ask }) => ask(() => ({ dpop: { claims: { ath: undefined } } })),
  },
  {
    name: 'resource-dpop-wrong-hash',
    clause: 'dpop.token',
    what: 'the DPoP proof of the credential request is for another access token',
    expected: UNBOUND,
    send: ({ ask }) => ask(() => ({ dpop: { claims: { ath: 'A'.repeat(43) } } })),
  },
  {
    name: 'resource-dpop-of-another-key',
    clause: 'dpop.token',
    what: 'the DPoP proof of the credential request is of another key than that of the token',
    expected: refusedAs('invalid_token', 401),
    send: ({ ask, newKey }) => ask(() => ({ key: newKey() })),
  },
  {
    name: 'resource-dpop-reused',
    clause: 'dpop.once',
    what: 'the DPoP proof of the credential request was used before',
    expected: UNBOUND,
    async send({ ask, random, seconds }) {
      const dpop = { claims: { jti: newUuid(random), iat: seconds() } };
      await ask(() => ({ dpop }));
      return ask(() => ({ dpop }));
    },
  },
];

/** What is wrong with a DPoP proof. */
export const DPOP_FAULTS: readonly VciFault[] = [
  ...faultsFrom('offered', AT_TOKEN),
  ...faultsFrom('active', AT_RESOURCE),
];
