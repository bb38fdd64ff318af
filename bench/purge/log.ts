import { SEALED_AFTER } from '../../src/audit/index.ts';
import { DAY, SECOND } from '../../src/conventions/time.ts';
import { loadSettings } from '../../src/server/config/load-settings.ts';
import { type Context, createContext } from '../../src/server/context/context.ts';
import { REAL_EFFECTS } from '../../src/server/effects.ts';
import { auditOf, groupOf } from '../mediation/sample.ts';

type Entry = ReturnType<typeof auditOf>;

/** Entries in one transaction, as many as in a seal. */
const AT_ONCE = 500;
/** Of those, changes of mediation groups, which have the group in their details. */
const WITH_DETAILS = 100;
const LINES = 3;
/** Entries after which a message is printed. */
const MANY = 100_000;

/** A server without listeners, whose clock only goes on when told. */
export interface Log {
  readonly context: Context;
  readonly clock: () => number;
  pass(milliseconds: number): void;
}

const requestId = '00000000-0000-4000-8000-000000000000';

/** An entry of a wallet's request. */
export const walletEntry = (number: number, at: number): Entry => ({
  subject: 'credential',
  subjectId: `credential-${String(number).padStart(12, '0')}`,
  event: 'provision',
  from: 'provisionPending',
  to: 'proofPending',
  actor: { kind: 'wallet', requestId },
  at,
});

export async function openLog(data: string, url: string | undefined): Promise<Log> {
  let now = REAL_EFFECTS.clock();
  const clock = () => now;
  const options = { data, ...(url !== undefined && { 'database.url': url }) };
  const context = await createContext(loadSettings({ environment: {}, options }), { ...REAL_EFFECTS, clock });
  return {
    context,
    clock,
    pass(milliseconds) {
      now += milliseconds;
    },
  };
}

/** Makes everything old enough for a seal, and seals it as the server does. */
export async function seal({ context, pass }: Log): Promise<void> {
  pass(SEALED_AFTER + SECOND);
  await context.sealLog();
}

/** Writes and seals entries, which are old enough for a purge afterwards. */
export async function fill(log: Log, entries: number): Promise<void> {
  const { context, clock, pass } = log;
  const group = groupOf(0, LINES);
  for (let first = 0; first < entries; first += AT_ONCE) {
    const batch = Array.from({ length: Math.min(AT_ONCE, entries - first) }, (_, index) =>
      index < WITH_DETAILS ? { ...auditOf(group), at: clock() } : walletEntry(first + index, clock()),
    );
    await context.store.write((writer) => writer.record(...batch));
    pass(SECOND);
    const written = first + batch.length;
    if (written % MANY === 0) process.stderr.write(`bench: ${written} of ${entries} entries are written\n`);
  }
  await seal(log);
  pass(366 * DAY);
}
