import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type ChainPart,
  parseEntry,
  SEALED_AFTER,
  type VerifiedLog,
  verifyLog,
} from '../../src/audit/index.ts';
import { saltedDigest } from '../../src/audit/node-crypto.ts';
import { diptych, to } from '../support/cli.ts';
import { execute, rows } from '../support/database.ts';
import { changeHolder, newHolder } from '../support/records.ts';
import { HOOK_TIMEOUT, useWorld } from '../support/use-world.ts';
import type { World } from '../support/world.ts';

const world = useWorld();
const young = useWorld();

/** Makes three seals, each over three events of holders, and one event that is not sealed. */
async function sealedWorld(given: World): Promise<void> {
  for (let seal = 0; seal < 3; seal += 1) {
    for (let line = 0; line < 3; line += 1) await newHolder(given);
    given.advance(SEALED_AFTER + 1);
    expect(await given.server.context.sealLog()).toHaveLength(1);
  }
  await newHolder(given);
}

async function verify(
  given: World,
  ...options: readonly string[]
): Promise<VerifiedLog & { readonly exit: number }> {
  const { exit, out, err } = await diptych('events', 'verify', ...options, '--json', ...to(given));
  expect(err).toBe('');
  return { ...(JSON.parse(out) as VerifiedLog), exit };
}

const sql = (given: World, statement: string, ...values: unknown[]) =>
  execute(given.server.context.folder.database, statement, ...values);

/** Ids of the events that the second seal covers. */
function stretch(given: World): readonly string[] {
  const ends = rows(given, 'select statement from trail_seal order by seal_number limit 2').map(
    ({ statement }) => (JSON.parse(String(statement)) as { readonly lastChangeId: string }).lastChangeId,
  );
  const lines =
    'select change_id as id from state_change where change_id > ? and change_id <= ? order by change_id';
  return rows(given, lines, ...ends).map(({ id }) => String(id));
}

beforeAll(() => sealedWorld(world()), HOOK_TIMEOUT);

describe('A sealed audit log (6 CFR 37 Appendix A, T4)', () => {
  it('a sealed audit log verifies, and the newest entries are not sealed yet', async () => {
    world().advance(SEALED_AFTER - 1);
    expect(await world().server.context.sealLog()).toEqual([]);
    const verified = await verify(world());
    expect(verified).toMatchObject({ exit: 0, seals: 3, unsealedLines: 1 });
    expect(verified.problem).toBeUndefined();
    expect(verified.keys).toHaveLength(1);
  });

  it('the key of the seals is created with the first seal', async () => {
    const { folder, sealLog } = young().server.context;
    const keys = readdirSync(folder.keys);
    await newHolder(young());
    expect(await sealLog()).toEqual([]);
    expect(readdirSync(folder.keys)).toEqual(keys);
    young().advance(SEALED_AFTER + 1);
    expect(await sealLog()).toHaveLength(1);
    expect(readdirSync(folder.keys).filter((name) => !keys.includes(name))).toEqual([
      expect.stringMatching(/^[0-9A-F]+\.pem$/),
      'seal.pin',
    ]);
  });

  it('a key of the seals that was replaced is destroyed', async () => {
    const { folder } = young().server.context;
    const keys = () => readdirSync(folder.keys).filter((name) => name.endsWith('.pem'));
    const before = keys();
    await young().admin('rotateSealKey', { reason: 'scheduled' });
    expect(keys()).toHaveLength(before.length);
    expect(keys()).not.toEqual(before);
  });

  it('several processes seal each entry once', async () => {
    const { context } = world().server;
    await newHolder(world());
    world().advance(SEALED_AFTER + 1);
    const made = await Promise.all([1, 2, 3, 4].map(() => context.sealLog()));
    expect(made.flat()).toHaveLength(1);
    expect((await verify(world())).problem).toBeUndefined();
    expect(await context.sealLog()).toEqual([]);
  });

  it("the audit log verifies after a holder is erased, and no longer contains the holder's id", async () => {
    const id = await newHolder(world());
    await changeHolder(world(), id, { family_name: 'Other' });
    world().advance(SEALED_AFTER + 1);
    await world().server.context.sealLog();
    await world().admin('eraseHolder', { id });
    world().advance(SEALED_AFTER + 1);
    await world().server.context.sealLog();
    const verified = await verify(world());
    expect([verified.problem, verified.unsealedLines]).toEqual([undefined, 0]);
    const kept = rows(
      world(),
      'select subject_salt as salt from state_change where subject_digest is not null',
    );
    expect(kept.map(({ salt }) => salt)).toEqual([null, null]);
  });

  it('an export repeats no line that is sealed between two of its pages, and verifies', async () => {
    const { admin, advance, server } = world();
    await newHolder(world());
    const parts: ChainPart[] = [];
    let seals: readonly unknown[] = [];
    let pageToken: string | undefined;
    do {
      const page = await admin('exportEvents', pageToken === undefined ? {} : { pageToken });
      parts.push(...page.entries.map((entry) => parseEntry(entry) as ChainPart));
      ({ nextPageToken: pageToken } = page);
      if (seals.length > 0 || page.entries.some((entry) => 'seal' in entry)) continue;
      advance(SEALED_AFTER + 1);
      seals = await server.context.sealLog();
      await newHolder(world());
    } while (pageToken !== undefined);
    expect(seals).toHaveLength(1);
    const { problem, unsealedLines } = await verifyLog(Readable.from(parts));
    expect([problem, unsealedLines]).toEqual([undefined, 2]);
  });

  it('events verify prints the head of the log, for comparison with later ones, and the key', async () => {
    const { head = '', keys } = await verify(world());
    await newHolder(world());
    world().advance(SEALED_AFTER + 1);
    await world().server.context.sealLog();
    expect((await verify(world(), '--head', head, '--seal-key', keys[0] as string)).exit).toBe(0);
    const other = await verify(world(), '--head', 'f'.repeat(64));
    expect([other.exit, other.problem?.text]).toEqual([1, expect.stringContaining('cut off')]);
    const foreign = await verify(world(), '--seal-key', 'f'.repeat(64));
    expect(foreign.problem?.text).toContain('no seal is signed by the expected key');
  });
});

/** An attack on the events of the second seal: an SQL statement with its values. */
type Tamper = (lines: readonly string[]) => readonly [string, ...unknown[]];

const INSERT = `insert into state_change (change_id, subject, subject_id, event, actor, at)
  values (?, 'code', 'c', 'create', 'deadline', 1)`;

/** `told` is the reported problem; `at` is the index of the reported event among those of the second seal. */
const TAMPERINGS: readonly (readonly [what: string, tamper: Tamper, told: string, at: number | undefined])[] =
  [
    [
      'changes an entry',
      ([, line]) => ['update state_change set operator_id = ? where change_id = ?', 'nobody', line],
      'changed',
      1,
    ],
    [
      'changes the holder of an entry',
      ([, line]) => ['update state_change set subject_id = ? where change_id = ?', 'h-x', line],
      'changed',
      1,
    ],
    [
      'removes the holder from an entry',
      ([, line]) => [
        'update state_change set subject_digest = ? where change_id = ?',
        Buffer.alloc(32),
        line,
      ],
      'changed',
      1,
    ],
    [
      'deletes an entry',
      ([, line]) => ['delete from state_change where change_id = ?', line],
      'missing before',
      1,
    ],
    [
      'deletes the last entry under a seal',
      ([, , line]) => ['delete from state_change where change_id = ?', line],
      'missing at the end',
      undefined,
    ],
    ['inserts an entry', ([line]) => [INSERT, `${line}-1`], 'put in', 1],
    [
      'moves an entry',
      ([line, other]) => ['update state_change set change_id = ? where change_id = ?', `${other}-1`, line],
      'missing before',
      0,
    ],
    [
      'deletes a seal',
      () => ['delete from trail_seal where seal_number = 2'],
      'a seal is missing',
      undefined,
    ],
    [
      'changes the text of a seal',
      () => [
        `update trail_seal set statement = replace(statement, '"lines":3', '"lines":2') where seal_number = 2`,
      ],
      'not signed',
      undefined,
    ],
    [
      'changes the digests of a seal',
      () => ['update trail_seal set line_digests = ? where seal_number = 2', Buffer.alloc(96)],
      'other digests',
      undefined,
    ],
  ];

describe('Tampering with the database', () => {
  const tampered = useWorld();
  beforeAll(() => sealedWorld(tampered()), HOOK_TIMEOUT);

  /** Runs `work`, then restores the audit log. */
  async function undone(work: () => Promise<void>): Promise<void> {
    const tables = ['state_change', 'trail_seal'].map(
      (table) => [table, rows(tampered(), `select * from ${table}`)] as const,
    );
    try {
      await work();
    } finally {
      for (const [table, before] of tables) {
        sql(tampered(), `delete from ${table}`);
        for (const row of before) {
          const columns = Object.keys(row);
          const places = columns.map(() => '?').join(', ');
          const values = Object.values(row);
          sql(tampered(), `insert into ${table} (${columns.join(', ')}) values (${places})`, ...values);
        }
      }
    }
  }

  it.each(TAMPERINGS)(
    'an attacker who %s is detected, also in an exported file',
    async (_, tamper, text, at) => {
      const folder = mkdtempSync(join(tmpdir(), 'diptych-seals-'));
      const file = join(folder, 'trail.jsonl');
      await undone(async () => {
        const [statement, ...values] = tamper(stretch(tampered()));
        sql(tampered(), statement, ...values);
        const { exit, problem } = await verify(tampered());
        expect([exit, problem?.text]).toEqual([1, expect.stringContaining(text)]);
        if (at !== undefined) expect(problem?.changeId).toBe(stretch(tampered())[at]);
        await diptych('events', 'export', '--out', file, ...to(tampered()));
        expect((await verify(tampered(), file)).problem).toEqual(problem);
      });
      rmSync(folder, { recursive: true });
      expect((await verify(tampered())).problem).toBeUndefined();
    },
  );

  it('an attacker who cuts off entries and seals at the end is detected with a head that was kept elsewhere', async () => {
    const { head = '' } = await verify(tampered());
    await undone(async () => {
      const end = stretch(tampered()).at(-1);
      sql(tampered(), 'delete from trail_seal where seal_number = 3');
      sql(tampered(), 'delete from state_change where change_id > ?', end);
      expect((await verify(tampered())).problem).toBeUndefined();
      expect((await verify(tampered(), '--head', head)).problem?.text).toContain('cut off');
    });
  });

  it('removing the id of a holder without an erasure is detected', async () => {
    await undone(async () => {
      const [line] = stretch(tampered());
      const [row] = rows(
        tampered(),
        'select subject_id as id, subject_salt as salt from state_change where change_id = ?',
        line,
      );
      const digest = saltedDigest(row?.salt as Buffer, String(row?.id));
      const set =
        'update state_change set subject_id = ?, subject_salt = null, subject_digest = ? where change_id = ?';
      sql(tampered(), set, 'erased-nothing', digest, line);
      const { problem } = await verify(tampered());
      expect(problem).toMatchObject({ changeId: line, text: expect.stringContaining('without an erasure') });
    });
  });
});

describe('diptych events', () => {
  const folder = mkdtempSync(join(tmpdir(), 'diptych-trail-'));
  afterAll(() => rmSync(folder, { recursive: true }));

  it('events export writes JSON Lines, each an event or a seal, and does not overwrite a file', async () => {
    const file = join(folder, 'trail.jsonl');
    // A refused export leaves no file behind, which the next one would not overwrite.
    const refused = ['--admin-url', world().connection.url, '--token', 'wrong'];
    expect((await diptych('events', 'export', '--out', file, ...refused)).exit).toBe(1);
    expect((await diptych('events', 'export', '--out', file, ...to(world()))).exit).toBe(0);
    const lines = readFileSync(file, 'utf8').trimEnd().split('\n');
    for (const line of lines)
      expect(Object.keys(JSON.parse(line) as object)).toEqual([expect.stringMatching(/^(line|seal)$/)]);
    expect((await diptych('events', 'export', '--out', file, ...to(world()))).exit).toBe(2);
    expect((await diptych('events', 'verify', file, ...to(world()))).out).toContain(
      'the audit log is unchanged since it was sealed',
    );
  });

  it('events verify refuses a file that is no export, and names the line', async () => {
    const file = join(folder, 'other.jsonl');
    writeFileSync(file, '{"line":{}}\n');
    const { exit, err } = await diptych('events', 'verify', file, '--seal-key', 'f'.repeat(64));
    expect([exit, err]).toEqual([2, expect.stringContaining('line 1 of')]);
  });
});
