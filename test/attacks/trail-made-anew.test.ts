import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { rmSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import { sha256 } from '../../src/audit/index.ts';
import { lineDigest } from '../../src/audit/line.ts';
import { sha256Bytes } from '../../src/audit/node-crypto.ts';
import type { SealedEntry } from '../../src/audit/ports/seals.ts';
import { FORMAT, type SealStatement, statementText } from '../../src/audit/statement.ts';
import { appended, EMPTY_TREE, edgeBytes, hashesIn, treeHead } from '../../src/audit/tree/tree.ts';
import { pointFromPublicKey } from '../../src/formats/ec/index.ts';
import { execute, query } from '../support/database.ts';
import { newHolder } from '../support/records.ts';
import { ALARMED, alarmsOf, QUIET, sealLines, verifyEvents } from '../support/seals.ts';
import { HOOK_TIMEOUT, useWorld } from '../support/use-world.ts';
import { startWorld, type World } from '../support/world.ts';

/**
 * An attacker has access to the database but to no key. They change an event and make all seals anew with
 * their own key. The new chain is consistent.
 */
const forger = generateKeyPairSync('ec', { namedCurve: 'P-256' });
const point = Buffer.from(pointFromPublicKey(forger.publicKey)).toString('hex');
const signedBy = (key: KeyObject, text: string) =>
  sign('sha256', Buffer.from(text), { key, dsaEncoding: 'ieee-p1363' });

const sql = (given: World, statement: string, ...values: unknown[]) =>
  execute(given.server.context.folder.database, statement, ...values);
const linesOf = (given: World) =>
  given.server.context.store.read((reader) => reader.sealedEntries({ after: '', limit: 1000 }));
const sealsOf = (given: World) =>
  query(given.server.context.folder.database, 'select * from trail_seal order by seal_number');

interface Forged {
  readonly lines: readonly SealedEntry[];
  /** The previous seal. */
  readonly after?: { readonly number: number; readonly statement: string };
  readonly also?: Partial<SealStatement>;
  readonly keyId: string;
}

async function forge(given: World, { lines, after, also, keyId }: Forged): Promise<void> {
  const digests = Buffer.concat(await Promise.all(lines.map((line) => lineDigest(line, sha256Bytes))));
  const last = after && (JSON.parse(after.statement) as SealStatement);
  const leaves = [...sealsOf(given).map((row) => row.line_digests as Buffer), digests].flatMap(hashesIn);
  const edge = await appended(sha256Bytes, EMPTY_TREE, leaves);
  const text = statementText({
    seal: (after?.number ?? 0) + 1,
    format: FORMAT,
    tree: await treeHead(sha256Bytes, edge),
    ...(after && { previous: sha256(after.statement) }),
    lines: lines.length,
    lastChangeId: lines.at(-1)?.changeId ?? last?.lastChangeId ?? '',
    linesDigest: sha256(digests),
    sealTime: new Date(given.now()).toISOString(),
    keyId,
    key: point,
    ...also,
  });
  sql(
    given,
    'insert into trail_seal (seal_number, statement, line_digests, signature, edge) values (?, ?, ?, ?, ?)',
    (after?.number ?? 0) + 1,
    text,
    digests,
    signedBy(forger.privateKey, text),
    Buffer.from(edgeBytes(edge)),
  );
}

const lastOf = (given: World) => {
  const row = sealsOf(given).at(-1);
  return { number: Number(row?.seal_number), statement: String(row?.statement) };
};
const keyIdOf = (statement: string) => (JSON.parse(statement) as SealStatement).keyId;

/** What the forger claims about the key, by name. */
const FORGERIES: Readonly<Record<string, (given: World) => Promise<void>>> = {
  'the whole audit log anew, with the id of the real key': async (given) => {
    const { statement } = lastOf(given);
    sql(given, "update state_change set operator_id = 'nobody' where event = 'create'");
    sql(given, 'delete from trail_seal');
    await forge(given, { lines: await linesOf(given), keyId: keyIdOf(statement) });
  },
  'the whole audit log anew, with as many seals': async (given) => {
    const count = sealsOf(given).length;
    sql(given, "update state_change set operator_id = 'nobody' where event = 'create'");
    sql(given, 'delete from trail_seal');
    const lines = await linesOf(given);
    for (let seal = 0; seal < count; seal += 1) {
      const share = lines.slice((seal * lines.length) / count, ((seal + 1) * lines.length) / count);
      await forge(given, { lines: share, keyId: 'AA', ...(seal > 0 && { after: lastOf(given) }) });
    }
  },
  'another seal after the last one, with a key that was not announced': async (given) => {
    await forge(given, { lines: [], after: lastOf(given), keyId: 'AA' });
  },
  'another seal, with an announcement that the forger signed': async (given) => {
    const after = lastOf(given);
    const announcement = JSON.stringify({
      key: point,
      keyId: 'AA',
      operatorId: 'ada',
      previous: sha256(after.statement),
      reason: 'scheduled',
      time: new Date(given.now()).toISOString(),
    });
    const signature = signedBy(forger.privateKey, announcement).toString('hex');
    await forge(given, { lines: [], after, keyId: 'AA', also: { keyChange: { announcement, signature } } });
  },
  'a reset of the seals that no administrator requested': async (given) => {
    const reset = { reason: 'keyLost', operatorId: 'ada', approverId: 'bob' };
    await forge(given, { lines: [], after: lastOf(given), keyId: 'AA', also: { reset } });
  },
};

describe.each(Object.entries(FORGERIES))('An attacker who has the database and makes %s', (_, attack) => {
  const world = useWorld();

  beforeAll(async () => {
    await sealLines(world());
    await sealLines(world());
    expect(await alarmsOf(world())).toEqual(QUIET);
    await attack(world());
  }, HOOK_TIMEOUT);

  it('a forged audit log is detected by the server, which stops sealing, and by events verify', async () => {
    const { seals } = world().server;
    const count = sealsOf(world()).length;
    await seals.round(async () => {});
    expect(await alarmsOf(world())).toEqual({ ...QUIET, doctor: ['failure'] });
    await newHolder(world());
    world().advance(3_600_000);
    await seals.round(world().server.context.sealLog);
    await seals.round(world().server.context.sealLog);
    expect(await alarmsOf(world())).toEqual(ALARMED);
    expect(sealsOf(world())).toHaveLength(count);
    expect((await verifyEvents(world())).exit).toBe(1);
    const key = (await world().admin('getSeals', {})).keys.at(-1) as string;
    expect((await verifyEvents(world(), '--seal-key', key)).exit).toBe(1);
  });

  it('a forged audit log is detected at the next start, also without seal.seen', async () => {
    rmSync(world().server.context.folder.sealSeen);
    const again = await startWorld({ folder: world().folder, startAt: world().now() });
    expect(await alarmsOf(again)).toEqual(ALARMED);
    await again.close();
  });
});
