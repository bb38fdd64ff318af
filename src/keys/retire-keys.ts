import { RunAll } from '../conventions/run-all.ts';
import { MINUTE } from '../conventions/time.ts';
import type { KeyCustody } from './custody.ts';
import type { KeyRecord, KeyRegister, KeyRegisterReader, KeyRegisterWriter } from './key-register.ts';
import { endedStatusSigners } from './status-signers.ts';

/**
 * How long a retired key stays in custody, in milliseconds. Other processes notice the change far earlier.
 */
const DESTROYED_AFTER = MINUTE;

interface RetirementDeps {
  readonly register: KeyRegister;
  readonly custody: KeyCustody;
  /** How long an encryption key still decrypts after its successor was made, in milliseconds. */
  readonly grace: number;
  /** Key ids of the roots whose status lists are published. */
  readonly rootsOfLists: (now: number) => Promise<ReadonlySet<string>>;
}

const isPastGrace = ({ role, stage, changedAt }: KeyRecord, now: number, grace: number): boolean =>
  role === 'encryption' && stage === 'grace' && changedAt + grace <= now;

/** Retires encryption keys whose grace period has ended, and status signers whose last list has ended. */
async function retire({ register, grace, rootsOfLists }: RetirementDeps, now: number): Promise<number> {
  const change = { event: 'retire', actor: { kind: 'deadline' }, at: now } as const;
  const roots = await rootsOfLists(now);
  const due = (records: readonly KeyRecord[]) => [
    ...records.filter((record) => isPastGrace(record, now, grace)),
    ...endedStatusSigners(records, roots),
  ];
  if (due(await register.list()).length === 0) return 0;
  return register.write(async (writer) => {
    const records = due(await writer.list());
    for (const record of records) await writer.setStage(record, 'retired', change);
    return records.length;
  });
}

/** A private key to destroy, and its entry for the audit log. */
interface Doomed {
  readonly keyId: string;
  readonly since: number;
  readonly note: (writer: KeyRegisterWriter, at: number) => Promise<void>;
}

const destroyed = (at: number) => ({ event: 'destroy', actor: { kind: 'deadline' }, at }) as const;

async function doomed(reader: KeyRegisterReader, until: number): Promise<readonly Doomed[]> {
  const retired = (await reader.list()).filter(({ stage }) => stage === 'retired');
  const discarded = (await reader.requests()).flatMap((request): readonly Doomed[] => {
    const { keyId, discardedAt: since } = request;
    return since === undefined
      ? []
      : [{ keyId, since, note: (writer, at) => writer.dropRequest(request, destroyed(at)) }];
  });
  return [
    ...retired.map(
      (record): Doomed => ({
        keyId: record.keyId,
        since: record.changedAt,
        note: (writer, at) => writer.setStage(record, 'destroyed', destroyed(at)),
      }),
    ),
    ...discarded,
  ].filter(({ since }) => since <= until);
}

/**
 * Destroys the key first and then updates the register, so that the next sweep repairs a crash in between.
 * Only one process records it.
 */
async function destroy({ register, custody }: RetirementDeps, now: number): Promise<number> {
  const until = now - DESTROYED_AFTER;
  let count = 0;
  const round = new RunAll();
  for (const { keyId } of await doomed(register, until))
    await round.part(async () => {
      await custody.destroy(keyId);
      count += await register.write(async (writer) => {
        const left = (await doomed(writer, until)).find((one) => one.keyId === keyId);
        await left?.note(writer, now);
        return left === undefined ? 0 : 1;
      });
    });
  round.end();
  return count;
}

/** Retires old decryption keys and status signers, and destroys retired private keys. Any process may run it at any time. */
export async function retireKeys(
  deps: RetirementDeps,
  now: number,
): Promise<{ retired: number; destroyed: number }> {
  return { retired: await retire(deps, now), destroyed: await destroy(deps, now) };
}
