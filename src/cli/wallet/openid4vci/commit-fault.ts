import { omit } from '../../../conventions/omit.ts';
import {
  attemptVciFault,
  findVciFault,
  VCI_FAULTS,
  type VciFault,
  type VciFaultNeed,
  type VciFaultStage,
} from '../../../wallet/openid4vci/faults/index.ts';
import { UsageError } from '../../cli-errors.ts';
import { EXIT } from '../../exit.ts';
import { print } from '../../output.ts';
import { table } from '../../table/table.ts';
import type { WalletOptions } from '../options.ts';
import { offeredPhone, savedPhone } from './session.ts';

/** The command of each stage: before the code of the offer is used, or with what the state file has. */
const COMMANDS: Readonly<Record<VciFaultStage, string>> = {
  offered: 'provision',
  client: 'provision',
  active: 'refresh',
};

export const commandOf = ({ from, uses }: Pick<VciFault, 'from' | 'uses'>): string =>
  uses === 'notification' ? 'notify' : COMMANDS[from];

const NEEDS: Readonly<Record<VciFaultNeed, string>> = {
  txCode: 'the offer must ask for a transaction code, which --tx-code names',
  walletAttestation: 'the issuer must ask for the attestation of wallets, and trust the root of --root',
  keyAttestation: 'the issuer must ask for the attestation of keys, and trust the root of --root',
  client: 'the issuer must know --client-id with --redirect-uri',
};

function faultOf(name: string, command: string): VciFault {
  const fault = findVciFault(name);
  if (!fault)
    throw new UsageError(
      `there is no fault ${name}; \`diptych wallet faults --channel openid4vci\` lists them`,
    );
  if (commandOf(fault) === command) return fault;
  throw new UsageError(`use this fault with \`diptych wallet ${commandOf(fault)}\``);
}

/** Without these the issuer refuses the request for what is missing, which proves nothing. @throws UsageError */
function requireOptions({ needs }: VciFault, { txCode, clientId, redirectUri }: WalletOptions): void {
  const isMissing = {
    txCode: txCode === undefined,
    client: clientId === undefined || redirectUri === undefined,
    ...{ walletAttestation: false, keyAttestation: false },
  };
  if (needs !== undefined && isMissing[needs]) throw new UsageError(`for this fault ${NEEDS[needs]}`);
}

async function phoneOf(fault: VciFault, options: WalletOptions) {
  if (fault.from === 'active') return { phone: await savedPhone(options), code: '', txCode: undefined };
  const { phone, offer } = await offeredPhone(options);
  return { phone, code: offer.code ?? '', txCode: options.txCode };
}

/** Runs the command with the fault and reports whether the issuer detected it. The state file stays as it is. */
export async function commitVciFault(name: string, command: string, options: WalletOptions): Promise<void> {
  const fault = faultOf(name, command);
  requireOptions(fault, options);
  const { phone, code, txCode } = await phoneOf(fault, options);
  const { refusal, correct } = await attemptVciFault(phone, fault, { code, txCode });
  const { what, clause, expected, needs } = fault;
  const { step, status, error, errorDescription } = refusal ?? {};
  const answer = refusal ? { refused: { step, status, error, errorDescription } } : {};
  process.exitCode = refusal ? EXIT.failed : EXIT.done;
  print({ fault: name, what, clause, expected, ...answer, correct }, options, () => {
    const lines = [`${name}: ${what}`, refusal?.message ?? 'the request was ACCEPTED'];
    lines.push(
      correct
        ? 'A correct issuer answers like this.'
        : `A correct issuer answers ${expected.error} (HTTP ${expected.status}).`,
    );
    if (!correct && needs) lines.push(`To detect it, ${NEEDS[needs]}.`);
    return lines.join('\n');
  });
}

interface ListOptions {
  readonly json?: boolean;
  readonly wide?: boolean;
}

export function listVciFaults(options: ListOptions): void {
  const faults = VCI_FAULTS.map((fault) => {
    const shown = omit(fault, 'send', 'from');
    return { ...shown, command: commandOf(fault) };
  });
  print({ faults }, options, () =>
    table(
      ['fault', 'command', 'a correct issuer answers', 'what is wrong'],
      faults.map(({ name, command, expected: { error, status }, what }) => [
        name,
        command,
        `${error} ${status}`,
        what,
      ]),
      { wide: options.wide, cut: ['what is wrong'], wrap: true },
    ),
  );
}
