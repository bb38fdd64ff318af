import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { dataFolder } from '../../src/server/files/data-folder.ts';
import { openSqlite } from '../../src/storage/sqlite/sqlite-database.ts';
import type { Bench } from '../harness/bench.ts';
import { type Cost, measure, type Series } from '../harness/measure.ts';
import { type MeteredProcesses, withProcesses } from '../harness/metered-process.ts';
import { summary } from '../harness/series.ts';
import { startDiptych } from '../harness/servers.ts';
import { AUTH_KEYS } from '../issuer/phone.ts';
import { ELEMENTS } from '../issuer/record.ts';
import { requireFound } from '../load/growth/check.ts';
import { type GrownStore, growStore } from '../load/growth/grown-store.ts';
import { provisioning, readingStatus, touched } from '../load/growth/sides.ts';

const USUAL = 20_000;
const FULL = 200_000;
const SMALL = 60;

/** Encryption may add 8 % to the processor time of an MSO: 1 / 1.08. */
const LEAST = 0.926;

/** Microseconds that encryption may add to reading a status, which needs no personal data. */
const MOST_ADDED = 15;

/** A server keeps small differences between the two forms as long as it runs, so several are measured. */
const SERVERS = 4;

const FORMS = ['plain', 'encrypted'] as const;
type Form = (typeof FORMS)[number];

/** Every second credential is unencrypted, so that one server has both and is the same for both. */
const isPlain = (copy: number) => copy % 2 === 1;
const isOf = (form: Form) => (copy: number) => isPlain(copy) === (form === 'plain');

/** Throws unless every second holder has a key; the first phone of the store has one too. */
async function requireKeys({ data, credentials }: GrownStore): Promise<void> {
  const database = openSqlite(dataFolder(data).database);
  const keys = database.reader.selectFrom('holder_key').select(({ fn }) => fn.countAll().as('count'));
  const { count } = await keys.executeTakeFirstOrThrow();
  await database.close();
  const expected = credentials / 2 + 1;
  if (Number(count) !== expected) throw new Error(`the store has ${count} keys of holders, not ${expected}`);
}

async function storeOf(processes: MeteredProcesses, data: string, credentials: number): Promise<GrownStore> {
  const store = await growStore(processes, data, credentials, { elements: ELEMENTS, isPlain });
  await requireKeys(store);
  await requireFound(store);
  return store;
}

const MEASURED = { provision: provisioning, status: readingStatus } as const;
type Measured = Record<keyof typeof MEASURED, Record<Form, Series>>;

async function measureBoth(store: GrownStore, name: keyof Measured, rounds: number) {
  const sideOf = (form: Form) => MEASURED[name](store, touched(store).filter(isOf(form)));
  return measure({ plain: await sideOf('plain'), encrypted: await sideOf('encrypted') }, rounds);
}

/** Measures several servers on the store one after the other, and joins their rounds. */
async function measureServers(
  processes: MeteredProcesses,
  store: GrownStore,
  rounds: number,
): Promise<Measured> {
  await store.server.kill();
  const count = Math.min(SERVERS, rounds);
  const all: Measured[] = [];
  while (all.length < count) {
    const server = await startDiptych(processes, store.data);
    const started = { ...store, server };
    const provision = await measureBoth(started, 'provision', Math.ceil(rounds / count));
    all.push({ provision, status: await measureBoth(started, 'status', Math.ceil(rounds / count)) });
    await server.kill();
  }
  const joined = (name: keyof Measured) => ({
    plain: all.flatMap((one) => one[name].plain),
    encrypted: all.flatMap((one) => one[name].encrypted),
  });
  return { provision: joined('provision'), status: joined('status') };
}

const added = (plain: Series, encrypted: Series) => {
  const differences = encrypted.map(({ cpu }, round) => cpu - (plain[round] as Cost).cpu);
  return summary(differences).median;
};

/** The same requests for holders whose data is encrypted, and for holders that version 0.2.0 stored. */
export const encryptionReport: Bench = ({ rounds, full, small }) =>
  withProcesses(async (processes) => {
    const folder = mkdtempSync(join(tmpdir(), 'diptych-bench-'));
    const credentials = small ? SMALL : full ? FULL : USUAL;
    try {
      const store = await storeOf(processes, join(folder, 'data'), credentials);
      const { provision: msos, status } = await measureServers(processes, store, rounds);
      const mso = `one MSO of ${AUTH_KEYS}, over HTTP, ${credentials} credentials`;
      const read = `getCredentialStatus, over HTTP, ${credentials} credentials`;
      return {
        title: 'encryption: requests for encrypted and for unencrypted holders',
        unit: 'request',
        notes: [
          'Every second holder of one store is encrypted, the others are as version 0.2.0 left them; all have portraits of 20 KiB.',
          'One server answers for both, because two servers differ by more than the goals. Several servers are measured in turn.',
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
            name: 'MSO of an encrypted holder : unencrypted',
            ours: msos.encrypted,
            other: msos.plain,
            atLeast: LEAST,
          },
          {
            name: 'status of an encrypted holder : unencrypted',
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
