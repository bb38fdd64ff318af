import {
  attemptFault,
  bringTo,
  type Device,
  type Fault,
  type FaultNeed,
  findFault,
  hasReached,
} from '../../wallet/index.ts';
import { EXIT, UsageError } from '../exit.ts';
import { print } from '../output.ts';
import { commandOf, operationsOf } from './operations.ts';
import type { WalletOptions } from './options.ts';
import type { Session } from './session.ts';

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

/** A code is used up by one proofing, so none is taken on the way to a fault. */
async function noCode(): Promise<never> {
  throw new UsageError(
    'this fault needs a phone with an accepted proofing: run `diptych wallet proof --code CODE` first',
  );
}

/** Stages that a phone without a past can be brought to, so that the kept one is left alone. */
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
    throw new UsageError(`this fault needs a phone that is ${from} and no farther; begin another state file`);
  }
  return device;
}

/** Does what the command does, wrong, and tells whether the issuer noticed. */
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
    lines.push(correct ? 'A correct issuer answers so.' : `A correct issuer answers ${wanted}.`);
    if (!correct && needs) lines.push(`To notice, ${NEEDS[needs]}.`);
    return lines.join('\n');
  });
}
