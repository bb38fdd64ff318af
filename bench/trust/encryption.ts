import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { dataFolder } from '../../src/server/files/data-folder.ts';
import { openSqlite } from '../../src/storage/sqlite/sqlite-database.ts';
import type { Bench } from '../harness/bench.ts';
import { type Cost, measure, type Series, type Side } from '../harness/measure.ts';
import { type MeteredProcesses, withProcesses } from '../harness/metered-process.ts';
import { summary } from '../harness/series.ts';
import { startDiptych } from '../harness/servers.ts';
import { AUTH_KEYS } from '../issuer/phone.ts';
import { ELEMENTS } from '../issuer/record.ts';
import { requireFound } from '../load/growth/check.ts';
import { type GrownStore, growStore } from '../load/growth/grown-store.ts';
import { growthSides } from '../load/growth/sides.ts';

const USUAL = 20_000;
const FULL = 200_000;
const SMALL = 60;

/** Encryption may add 8 % to the processor time of an MSO: 1 / 1.08. */
const LEAST = 0.926;

/** Microseconds that encryption may add to reading a status, which needs no personal data. */
const MOST_ADDED = 15;

/** Two servers on the same store differ by up to 4 % as long as they run, so several pairs are measured. */
const PAIRS = 6;

type Form = 'plain' | 'encrypted';
const FORMS: readonly Form[] = ['plain', 'encrypted'];

/** Throws unless the store is encrypted, or is not, as its name says. */
async function requireForm(data: string, form: Form, credentials: number): Promise<void> {
  const database = openSqlite(dataFolder(data).database);
  const keys = database.reader.selectFrom('holder_key').select(({ fn }) => fn.countAll().as('count'));
  const { count } = await keys.executeTakeFirstOrThrow();
  await database.close();
  const expected = form === 'plain' ? 0 : credentials + 1;
  if (Number(count) !== expected) throw new Error(`the ${form} store has ${count} keys of holders`);
}

async function storesOf(
  processes: MeteredProcesses,
  folder: string,
  credentials: number,
): Promise<Record<Form, GrownStore>> {
  const stores = FORMS.map(async (form) => {
    const options = { elements: ELEMENTS, isPlain: form === 'plain' };
    const store = await growStore(processes, join(folder, form), credentials, options);
    await requireForm(store.data, form, credentials);
    await requireFound(store);
    return [form, store] as const;
  });
  return Object.fromEntries(await Promise.all(stores)) as Record<Form, GrownStore>;
}

type Measured = Record<'provision' | 'status', Record<Form, Series>>;

/** Starts a new server on each store, and measures both. */
async function measurePair(
  processes: MeteredProcesses,
  stores: Record<Form, GrownStore>,
  rounds: number,
): Promise<Measured> {
  const pair = await Promise.all(
    FORMS.map(async (form) => {
      const server = await startDiptych(processes, stores[form].data);
      return { form, server, ...(await growthSides({ ...stores[form], server })) };
    }),
  );
  const both = async (name: 'provision' | 'status') => {
    const sides = Object.fromEntries(pair.map(({ form, sides }) => [form, sides[name]]));
    return (await measure(sides as Record<Form, Side>, rounds)) as Record<Form, Series>;
  };
  const measured = { provision: await both('provision'), status: await both('status') };
  for (const { server, close } of pair) {
    await close();
    await server.kill();
  }
  return measured;
}

/** Measures several pairs of servers, and joins their rounds. */
async function measurePairs(
  processes: MeteredProcesses,
  stores: Record<Form, GrownStore>,
  rounds: number,
): Promise<Measured> {
  for (const form of FORMS) await stores[form].server.kill();
  const pairs: Measured[] = [];
  const count = Math.min(PAIRS, rounds);
  while (pairs.length < count) pairs.push(await measurePair(processes, stores, Math.ceil(rounds / count)));
  const joined = (name: 'provision' | 'status') => ({
    plain: pairs.flatMap((pair) => pair[name].plain),
    encrypted: pairs.flatMap((pair) => pair[name].encrypted),
  });
  return { provision: joined('provision'), status: joined('status') };
}

const added = (plain: Series, encrypted: Series) => {
  const differences = encrypted.map(({ cpu }, round) => cpu - (plain[round] as Cost).cpu);
  return summary(differences).median;
};

/** The same requests to a server whose store is encrypted, and to one whose store is not, as in version 0.2.0. */
export const encryptionReport: Bench = ({ rounds, full, small }) =>
  withProcesses(async (processes) => {
    const folder = mkdtempSync(join(tmpdir(), 'diptych-bench-'));
    const credentials = small ? SMALL : full ? FULL : USUAL;
    try {
      const stores = await storesOf(processes, folder, credentials);
      const { provision: msos, status } = await measurePairs(processes, stores, rounds);
      const mso = `one MSO of ${AUTH_KEYS}, over HTTP, ${credentials} credentials`;
      const read = `getCredentialStatus, over HTTP, ${credentials} credentials`;
      return {
        title: 'encryption: requests to an encrypted and to an unencrypted store',
        unit: 'request',
        notes: [
          'Both stores have the same records, with portraits of 20 KiB. One is encrypted, the other is as version 0.2.0 left it.',
          'Each store has several servers in turn, because two servers on one store differ as long as they run.',
          'On a machine that does other work, the rounds differ by more than the goals.',
        ],
        rows: [
          { group: mso, name: 'unencrypted', cost: msos.plain },
          { group: mso, name: 'encrypted', cost: msos.encrypted },
          { group: read, name: 'unencrypted', cost: status.plain },
          { group: read, name: 'encrypted', cost: status.encrypted },
        ],
        comparisons: [
          {
            goal: 'P12',
            name: 'MSO of an encrypted store : unencrypted',
            ours: msos.encrypted,
            other: msos.plain,
            atLeast: LEAST,
          },
          {
            name: 'status of an encrypted store : unencrypted',
            ours: status.encrypted,
            other: status.plain,
          },
        ],
        figures: [
          {
            title: 'what encryption adds, median',
            columns: ['CPU µs'],
            lines: [
              {
                group: 'a request',
                name: 'getCredentialStatus',
                figures: [added(status.plain, status.encrypted)],
                bound: { goal: 'P12', column: 0, atMost: MOST_ADDED },
              },
              { group: 'one MSO', name: `of ${AUTH_KEYS}`, figures: [added(msos.plain, msos.encrypted)] },
            ],
          },
        ],
      };
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });
