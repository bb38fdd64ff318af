import {
  attemptVciFault,
  VCI_CLAUSES,
  VCI_FAULTS,
  type VciFault,
  type VciPhone,
} from '../../../wallet/index.ts';
import type { VciFaultUse } from '../../../wallet/openid4vci/faults/index.ts';
import type { Case, Need } from '../../case.ts';
import { NotRun } from '../../deviation.ts';
import type { Offered, VciBench } from '../bench.ts';
import { isRefused } from '../expect.ts';

const NEEDS = {
  txCode: 'transaction code',
  walletAttestation: 'attested wallets',
  keyAttestation: 'attested keys',
  client: 'client',
} as const satisfies Record<NonNullable<VciFault['needs']>, Need>;

/** Whether a wallet can use what an issuer may leave out. */
const HAS: Readonly<Record<VciFaultUse, (phone: VciPhone) => boolean>> = {
  notification: ({ requests }) => requests.issuer.notificationEndpoint !== undefined,
  nonce: ({ requests }) => requests.issuer.nonceEndpoint !== undefined,
  refresh: ({ state }) => state.refreshToken !== undefined,
};

function needsOf({ from, needs }: VciFault): readonly Need[] {
  const offer: readonly Need[] = from === 'client' ? [] : ['code'];
  return needs === undefined ? offer : [...offer, NEEDS[needs]];
}

function walletOf({ from, needs, usesUp }: VciFault, bench: VciBench): Promise<Offered> {
  if (from === 'client') return bench.client();
  if (needs === 'txCode') return bench.own({ txCode: true });
  if (usesUp) return bench.own();
  return from === 'offered' ? bench.offered() : bench.active();
}

/** The id is that of the module of the public test plan that does the same, if there is one. */
const idOf = ({ module, name }: VciFault) => module ?? `fault.${name}`;

/**
 * A refusal proves something only if the issuer accepts the same request without the fault, so an honest wallet gets a
 * credential before. Wallets with which a fault was accepted are given up.
 */
function caseOf(fault: VciFault): Case<VciBench> {
  const { clause, what, from, expected, uses } = fault;
  const strict = VCI_CLAUSES[clause]?.reason === expected.error;
  return {
    id: idOf(fault),
    clause,
    title: `${expected.error}: ${what}`,
    needs: needsOf(fault),
    async run(bench) {
      if (from !== 'client') await bench.active();
      const { phone, code, txCode } = await walletOf(fault, bench);
      if (uses !== undefined && !HAS[uses](phone)) throw new NotRun(`the issuer offers no ${uses}`);
      const { refusal } = await attemptVciFault(phone, fault, { code, txCode });
      try {
        isRefused(refusal, { expected, strict, note: bench.note });
      } catch (error) {
        bench.drop();
        throw error;
      }
    },
  };
}

export const VCI_FAULT_CASES: readonly Case<VciBench>[] = VCI_FAULTS.map(caseOf);
