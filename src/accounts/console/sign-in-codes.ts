import { StatusError } from '../../conventions/status.ts';
import type { AccountDeps, AccountPolicy } from '../deps.ts';
import { OPERATOR } from '../ids.ts';
import type { ConsoleCode, ConsoleName } from '../ports/console.ts';
import type { AccountWriter } from '../ports/store.ts';
import { beginSession, type NewSession, type Visitor } from './begin-session.ts';
import { CODE_FOR } from './session-limits.ts';
import { actorOf, personOf } from './session-person.ts';
import { hashOf, newCodeId, newSecret } from './session-secrets.ts';

type Needs = Pick<AccountDeps, 'store' | 'policy' | 'clock' | 'random'>;

interface IssuedCode {
  readonly code: string;
  readonly expiresAt: number;
}

/** The person and the console that a code is for. `requestId` names the request that issued it. */
interface CodeRequest {
  readonly userId: string;
  readonly console: ConsoleName;
  readonly requestId: string;
}

/** Issues a one-time code that signs its holder in to a console. */
export async function issueConsoleCode(
  { store, clock, random }: Needs,
  { userId, console, requestId }: CodeRequest,
): Promise<IssuedCode> {
  const [at, code, codeId] = [clock(), newSecret(random), newCodeId(random)];
  const expiresAt = at + CODE_FOR;
  await store.write(async (writer) => {
    await writer.insertConsoleCode({ codeId, codeHash: hashOf(code), console, userId, expiresAt });
    await writer.record({
      subject: 'consoleCode',
      subjectId: codeId,
      event: 'create',
      // Only the holder of the admin token, or a command on this machine, can issue codes.
      actor: { kind: 'operator', requestId, operatorId: OPERATOR },
      details: { after: { console, user: userId } },
      at,
    });
  });
  return { code, expiresAt };
}

const invalid = () => new StatusError('CODE_INVALID', 'The code is unknown, used or expired.');

/** Uses up a code, in the transaction of the action that the code allows. @throws StatusError CODE_INVALID */
export async function takeCode(
  writer: AccountWriter,
  policy: AccountPolicy,
  code: string,
  {
    console,
    requestId,
    now,
  }: { readonly console: ConsoleName; readonly requestId: string; readonly now: number },
): Promise<ConsoleCode> {
  const taken = await writer.takeConsoleCode(hashOf(code));
  if (taken === undefined || taken.expiresAt <= now || taken.console !== console) throw invalid();
  // An invitation lets its holder choose a password, and nothing else.
  if (taken.purpose !== undefined) throw invalid();
  if ((await personOf(writer, policy, taken.userId)) === undefined) throw invalid();
  const { codeId, userId } = taken;
  const actor = actorOf(userId, requestId);
  await writer.record({
    subject: 'consoleCode',
    subjectId: codeId,
    event: 'use',
    actor,
    details: { after: { console } },
    at: now,
  });
  return taken;
}

/** Starts a session with a code. @throws StatusError CODE_INVALID */
export const startByCode =
  (deps: Needs) =>
  (code: string, visitor: Visitor): Promise<NewSession> =>
    deps.store.write(async (writer) => {
      const { userId } = await takeCode(writer, deps.policy, code, { ...visitor, now: deps.clock() });
      return beginSession(writer, deps, userId, visitor, 'code');
    });
