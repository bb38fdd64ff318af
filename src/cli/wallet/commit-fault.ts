import { omit } from '../../conventions/omit.ts';
import type { OperationName } from '../../issuer/contract/index.ts';
import {
  attemptFault,
  bringTo,
  type Device,
  FAULTS,
  type Fault,
  type FaultNeed,
  findFault,
  hasReached,
} from '../../wallet/index.ts';
import { UsageError } from '../cli-errors.ts';
import { EXIT } from '../exit.ts';
import { print } from '../output.ts';
import { table } from '../table/table.ts';
import type { Channel, WalletOptions } from './options.ts';
import type { Session } from './session.ts';

/** The operations that each command calls. A fault can be used with the commands that call its operation. */
const COMMAND_OPERATIONS = {
  register: ['getDeviceRegistrationNonce', 'registerDevice'],
  proof: ['proofUser'],
  status: ['getProofingStatus', 'getCredentialStatus'],
  cancel: ['cancelProofing'],
  provision: ['provisionCredential', 'provisionMobileSecurityObjects'],
  refresh: ['provisionMobileSecurityObjects'],
  delete: ['notifyCredentialDeleted'],
} as const satisfies Record<string, readonly OperationName[]>;

type CommandName = keyof typeof COMMAND_OPERATIONS;

function operationsOf(command: string): readonly OperationName[] {
  return Object.hasOwn(COMMAND_OPERATIONS, command) ? COMMAND_OPERATIONS[command as CommandName] : [];
}

/** The first command that calls the operation. */
function commandOf(operation: OperationName): string {
  return Object.keys(COMMAND_OPERATIONS).find((command) => operationsOf(command).includes(operation)) ?? '';
}

const NEEDS: Record<FaultNeed, string> = {
  revocationList: 'its revocation list must name the serial number of the fault',
  applicationSigners: 'its configuration must name the signers of the wallet application',
  encryptionRequired: 'it must not allow plain values',
};

function faultOf(name: string, command: string): Fault {
  const fault = findFault(name);
  if (!fault) throw new UsageError(`there is no fault ${name}; \`diptych wallet faults\` lists them`);
  if (operationsOf(command).includes(fault.operation)) return fault;
  throw new UsageError(
    `${name} is a fault of ${fault.operation}: use \`diptych wallet ${commandOf(fault.operation)}\``,
  );
}

/** Preparing a fault never uses a code, because a proofing uses up its code. */
async function noCode(): Promise<never> {
  throw new UsageError(
    'this fault needs a phone with an accepted proofing: run `diptych wallet proof --code CODE` first',
  );
}

/** Stages that a new phone can reach without a code, so that the phone of the state file stays as it is. */
const WITHOUT_CODE: readonly string[] = ['new', 'known', 'registered', 'rejected'];

async function deviceFor({ from, exactly }: Fault, session: Session): Promise<Device> {
  if (WITHOUT_CODE.includes(from)) {
    const device = session.newDevice();
    await bringTo(device, from, noCode);
    return device;
  }
  const { device } = session;
  if (from === 'deleted') {
    if (device.state.deletedCredentialId !== undefined) return device;
    throw new UsageError('this fault needs a phone that has deleted its credential');
  }
  if (!hasReached(device.state, 'proofed')) return noCode();
  await bringTo(device, from, noCode);
  if (exactly && !hasReached(device.state, from, { exactly })) {
    throw new UsageError(`this fault needs a phone that is exactly ${from}; use a new state file`);
  }
  return device;
}

/** Runs the command with the fault and reports whether the issuer detected it. */
export async function commitFault(
  name: string,
  command: string,
  session: Session,
  options: WalletOptions,
): Promise<void> {
  const fault = faultOf(name, command);
  if (fault.encrypted && options.plain)
    throw new UsageError(`${name} exists only where values are encrypted`);
  const { refusal, correct } = await attemptFault(await deviceFor(fault, session), fault);
  const { what, operation, expected, needs } = fault;
  const wanted = `${expected.reason} (HTTP ${expected.status})`;
  const { status, reason, errorDescription } = refusal ?? {};
  const answer = refusal
    ? { refused: { operation: refusal.operation, status, reason, errorDescription } }
    : {};
  process.exitCode = refusal ? EXIT.failed : EXIT.done;
  print({ fault: name, what, operation, expected, ...answer, correct }, options, () => {
    const lines = [`${name}: ${what}`];
    if (refusal) lines.push(refusal.message);
    else lines.push(`${operation} was ACCEPTED`);
    lines.push(correct ? 'A correct issuer answers like this.' : `A correct issuer answers ${wanted}.`);
    if (!correct && needs) lines.push(`To detect it, ${NEEDS[needs]}.`);
    return lines.join('\n');
  });
}

interface Options {
  readonly operation?: OperationName;
  readonly channel?: Channel;
  readonly json?: boolean;
  readonly wide?: boolean;
}

export async function list(options: Options): Promise<void> {
  const { operation: wanted, channel } = options;
  if (channel === 'openid4vci') return (await import('./openid4vci/commit-fault.ts')).listVciFaults(options);
  const faults = FAULTS.filter(({ operation }) => wanted === undefined || operation === wanted);
  const answer = faults.map((fault) => ({
    ...omit(fault, 'apply'),
    command: commandOf(fault.operation),
  }));
  print({ faults: answer }, options, () =>
    table(
      ['fault', 'command', 'a correct issuer answers', 'what is wrong'],
      answer.map(({ name, command, expected, what }) => [
        name,
        command,
        `${expected.reason} ${expected.status}`,
        what,
      ]),
      { wide: options.wide, cut: ['what is wrong'], wrap: true },
    ),
  );
}
