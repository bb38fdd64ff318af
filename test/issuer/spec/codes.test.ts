import { hash } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { dump, rows } from '../../support/database.ts';
import { dropDatabaseOf } from '../../support/database-of.ts';
import { registeredDevice } from '../../support/devices.ts';
import { codeFor, newHolder } from '../../support/records.ts';
import { adminRefusal, rejectedAutomatically } from '../../support/refusal.ts';
import { useWorld } from '../../support/use-world.ts';
import { startWorld, type World } from '../../support/world.ts';

const HOUR = 3_600_000;
const PER_DEVICE = 3;
const IN_ALL = 6;
const limits = { 'issuer.codes.wrongPerDevice': PER_DEVICE, 'issuer.codes.windowSeconds': 3600 };

const world = useWorld();
const limited = useWorld({ settings: { ...limits } });
const NO_GOOD = rejectedAutomatically({ evidenceMismatch: { evidenceType: 'preAuthorizationCode' } });

type Spoil = (world: World, code: string, id: string) => Promise<unknown>;

/** Codes that are rejected, by the cause, which only the issuer sees. */
const SPOILED: Readonly<Record<string, Spoil>> = {
  codeUsed: async (one, code) => (await registeredDevice(one)).proof(code),
  codeRevoked: (one, _, id) => one.admin('revokeCode', { id }),
  codeExpired: async (one) => one.advance(600_000),
  codeUnknown: async () => undefined,
};
const CAUSES = Object.keys(SPOILED);

async function spoiledCode(one: World, cause: string): Promise<string> {
  const { code, id } = await one.admin('issueCode', { holderId: await newHolder(one) });
  await SPOILED[cause]?.(one, code, id);
  return cause === 'codeUnknown' ? `${code}x` : code;
}

async function tryCode(one: World, code: string, device = registeredDevice(one)) {
  const made = await device;
  const id = await made.proof(code);
  return { id, status: await made.proofingStatus() };
}

const causeOf = async (one: World, id: string) => (await one.admin('getProofing', { id })).rejectionCause;

describe('Pre-authorization codes are hashed at rest (N4)', () => {
  it('codes are stored as keyed hashes: neither a code nor its plain hash is in the database', async () => {
    const code = await codeFor(world(), await newHolder(world()));
    const { id } = await tryCode(world(), code);
    const stored = dump(world()).join('\n');
    for (const text of [code, `preAuthorizationCode ${code}`]) {
      for (const algorithm of ['sha256', 'sha1', 'sha512', 'md5']) {
        expect(stored).not.toContain(hash(algorithm, text, 'hex'));
      }
    }
    expect(stored).not.toContain(code);
    const [kept] = rows(world(), 'select * from pre_authorization_code where used_by = ?', id);
    expect(kept?.code_hash).toHaveLength(32);
  });
});

describe('Pre-authorization codes are used once, expire, and can be revoked (N4)', () => {
  it("the list of a holder's codes shows what became of each code, but not the code", async () => {
    const holderId = await newHolder(world());
    const issue = async () => world().admin('issueCode', { holderId, ttlSeconds: 60 });
    const [used, revoked, expired] = [await issue(), await issue(), await issue()];
    const { id: proofingId } = await tryCode(world(), used.code);
    await world().admin('revokeCode', { id: revoked.id });
    world().advance(60_000);
    const open = await issue();
    const { codes } = await world().admin('listCodes', { holderId });
    const states = new Map(codes.map(({ id, state }) => [id, state]));
    expect([used, revoked, expired, open].map(({ id }) => states.get(id))).toEqual([
      'used',
      'revoked',
      'expired',
      'open',
    ]);
    expect(codes.find(({ id }) => id === used.id)).toMatchObject({ proofingId, holderId });
    for (const { code } of [used, revoked, expired, open]) expect(JSON.stringify(codes)).not.toContain(code);
  });

  it('the list of codes has pages', async () => {
    const holderId = await newHolder(world());
    const issued = [];
    for (let count = 0; count < 5; count += 1) issued.push(await world().admin('issueCode', { holderId }));
    const first = await world().admin('listCodes', { holderId, pageSize: 3 });
    const pageToken = first.nextPageToken as string;
    const rest = await world().admin('listCodes', { holderId, pageSize: 3, pageToken });
    const listed = [...first.codes, ...rest.codes].map(({ id }) => id);
    expect(listed.toSorted()).toEqual(issued.map(({ id }) => id).toSorted());
    expect(rest).not.toHaveProperty('nextPageToken');
  });

  it('a used code cannot be revoked, and a revoked code stays revoked', async () => {
    const issued = await world().admin('issueCode', { holderId: await newHolder(world()) });
    const again = await world().admin('issueCode', { holderId: issued.holderId });
    await tryCode(world(), issued.code);
    await adminRefusal(world().admin('revokeCode', { id: issued.id }), 'FAILED_PRECONDITION', 'CODE_USED');
    const revoked = await world().admin('revokeCode', { id: again.id });
    world().advance(1000);
    expect(await world().admin('revokeCode', { id: again.id })).toEqual(revoked);
    await adminRefusal(world().admin('revokeCode', { id: 'c-unknown' }), 'NOT_FOUND', 'CODE_NOT_FOUND');
  });

  it('the audit log records who issued and who revoked a code', async () => {
    const { id } = await world().admin('issueCode', { holderId: await newHolder(world()) });
    await world().admin('revokeCode', { id });
    const sql =
      'select event, from_state, to_state, actor from state_change where subject_id = ? order by change_id';
    expect(rows(world(), sql, id)).toEqual([
      { event: 'create', from_state: null, to_state: 'open', actor: 'operator' },
      { event: 'revoke', from_state: 'open', to_state: 'revoked', actor: 'operator' },
    ]);
  });

  it('a code is deleted three months after it expired, by a purge once a day', async () => {
    const { id, holderId } = await world().admin('issueCode', { holderId: await newHolder(world()) });
    world().advance(90 * 24 * HOUR + 600_000);
    const { purge } = world().server.context;
    await purge();
    expect((await world().admin('listCodes', { holderId })).codes.map((code) => code.id)).toEqual([id]);
    world().advance(24 * HOUR);
    await purge();
    expect((await world().admin('listCodes', { holderId })).codes).toEqual([]);
  });
});

describe('A rejection does not tell the wallet what was wrong with a code (N6)', () => {
  it.each(CAUSES)(
    'the wallet gets the same rejection if a code has the cause %s; the operator sees the cause',
    async (cause) => {
      const code = await spoiledCode(world(), cause);
      const { id, status } = await tryCode(world(), code);
      expect(status).toEqual(NO_GOOD);
      expect(await causeOf(world(), id)).toBe(cause);
    },
  );

  it('the rejection has the same words for every cause, and an identifier of its own', async () => {
    const told = [];
    for (const cause of CAUSES) {
      const { status } = await tryCode(world(), await spoiledCode(world(), cause));
      told.push(status.rejected?.primaryRejection);
    }
    expect(new Set(told.map((one) => one?.rejectionDescription)).size).toBe(1);
    expect(new Set(told.map((one) => one?.issuerRejectionIdentifier)).size).toBe(CAUSES.length);
  });

  it('the server reads and writes the same number of rows for every cause of a rejection', async () => {
    const written = [];
    for (const cause of CAUSES) {
      const code = await spoiledCode(world(), cause);
      const device = await registeredDevice(world());
      const before = new Set(dump(world()));
      await device.proof(code);
      const come = dump(world()).filter((row) => !before.has(row) && !row.startsWith('handled_request'));
      written.push(come.map((row) => row.replace(/: .*/, '')).toSorted());
    }
    for (const tables of written) expect(tables).toEqual(written[0]);
  });

  it('the log has a rejection under its identifier, with its cause and without the code', async () => {
    const { status, id } = await tryCode(world(), 'Not-A-Code-Of-Anybody');
    const identifier = status.rejected?.primaryRejection.issuerRejectionIdentifier as string;
    const [line = '{}', ...more] = world().log.filter((one) => one.includes(identifier));
    expect(more).toEqual([]);
    expect(JSON.parse(line)).toMatchObject({ proofingId: id, cause: 'codeUnknown', state: 'rejected' });
    expect(world().log.join('')).not.toContain('Not-A-Code-Of-Anybody');
  });

  describe('The setting issuer.rejections: generic', () => {
    const silent = useWorld({ settings: { 'issuer.rejections': 'generic' } });

    it('with generic rejections a record that cannot be issued looks like a wrong code', async () => {
      const { code, holderId } = await silent().admin('issueCode', { holderId: await newHolder(silent()) });
      await silent().admin('revokeHolder', { id: holderId });
      const { id, status } = await tryCode(silent(), code);
      expect(status).toEqual(NO_GOOD);
      expect(await causeOf(silent(), id)).toBe('recordRevoked');
    });
  });
});

describe('Limit of wrong codes for each device (N4)', () => {
  it(`after ${PER_DEVICE} wrong codes within the window even the right code of that device is rejected`, async () => {
    const device = registeredDevice(limited());
    const code = await codeFor(limited(), await newHolder(limited()));
    for (let wrong = 0; wrong < PER_DEVICE; wrong += 1) await tryCode(limited(), `wrong ${wrong}`, device);
    const blocked = await tryCode(limited(), code, device);
    expect(blocked.status).toEqual(NO_GOOD);
    expect(await causeOf(limited(), blocked.id)).toBe('attemptsUsedUp');
    const other = await tryCode(limited(), code);
    expect(other.status, 'the code was not used up').toEqual({ accepted: {} });
  });

  it('the window of wrong codes begins with the first wrong code and ends by itself', async () => {
    const device = registeredDevice(limited());
    const ttl = { ttlSeconds: 86_400 };
    const { code } = await limited().admin('issueCode', { holderId: await newHolder(limited()), ...ttl });
    for (let wrong = 0; wrong < PER_DEVICE; wrong += 1) await tryCode(limited(), `later ${wrong}`, device);
    limited().advance(HOUR - 1);
    await limited().sweep();
    expect((await tryCode(limited(), code, device)).status).toEqual(NO_GOOD);
    limited().advance(1);
    expect((await tryCode(limited(), code, device)).status).toEqual({ accepted: {} });
  });

  it('U11: a retry of the same proofing does not count as a further attempt', async () => {
    const device = await registeredDevice(limited());
    const { deviceReferenceId } = device.state;
    const unencryptedValue = Buffer.from('wrong, and sent again').toString('base64');
    const evidence = [{ preAuthorizationCode: { unencryptedValue } }];
    for (let time = 0; time < PER_DEVICE * 2; time += 1) {
      const answer = await limited().operate('proofUser', {
        deviceReferenceId,
        proofingId: 'again',
        evidence,
      });
      expect(answer.status).toBe(200);
    }
    const { status } = await tryCode(
      limited(),
      await codeFor(limited(), await newHolder(limited())),
      Promise.resolve(device),
    );
    expect(status).toEqual({ accepted: {} });
  });

  it('a proofing without evidence does not count as an attempt', async () => {
    const device = await registeredDevice(limited());
    const { deviceReferenceId } = device.state;
    for (let time = 0; time < PER_DEVICE * 2; time += 1) {
      await limited().operate('proofUser', { deviceReferenceId, proofingId: `none ${time}`, evidence: [] });
    }
    const { status } = await tryCode(
      limited(),
      await codeFor(limited(), await newHolder(limited())),
      Promise.resolve(device),
    );
    expect(status).toEqual({ accepted: {} });
  });

  it('the sweep deletes windows of attempts that have ended', async () => {
    await tryCode(limited(), 'one more wrong code');
    limited().advance(2 * HOUR);
    await limited().sweep();
    expect(rows(limited(), 'select * from code_attempt')).toEqual([]);
  });
});

describe.each(['alarm', 'refuse'] as const)(
  'Limit of wrong codes for all devices together (N4): %s',
  (beyondWrongInAll) => {
    const all = useWorld({
      settings: {
        ...limits,
        'issuer.codes.wrongInAll': IN_ALL,
        'issuer.codes.beyondWrongInAll': beyondWrongInAll,
      },
    });

    it('reaching the limit of all devices is logged and counted once, and then the policy applies', async () => {
      for (let wrong = 0; wrong < IN_ALL + 2; wrong += 1) await tryCode(all(), `guess ${wrong}`);
      const alarms = all().log.filter((line) => line.includes('issuer.codes.wrongInAll'));
      expect(alarms).toHaveLength(1);
      const metrics = await (await fetch(`${all().server.adminUrl}/metrics`)).text();
      expect(metrics).toContain('diptych_issuer_code_alarms_total 1');
      const counted = beyondWrongInAll === 'alarm' ? IN_ALL + 2 : IN_ALL;
      expect(metrics).toContain(
        `diptych_issuer_proofings_total{state="rejected",cause="codeUnknown"} ${counted}`,
      );
      const { status } = await tryCode(all(), await codeFor(all(), await newHolder(all())));
      expect(status).toEqual(beyondWrongInAll === 'alarm' ? { accepted: {} } : NO_GOOD);
    });

    it('the limit of all devices starts again with the next window', async () => {
      all().advance(HOUR);
      const { status } = await tryCode(all(), await codeFor(all(), await newHolder(all())));
      expect(status).toEqual({ accepted: {} });
    });
  },
);

describe('Changed limits of wrong codes (N4)', () => {
  const folder = mkdtempSync(join(tmpdir(), 'diptych-limits-'));
  afterAll(async () => {
    await dropDatabaseOf(folder);
    rmSync(folder, { recursive: true, force: true });
  });

  it('after a change of the limits the count of attempts starts again at 0, and the new limit is logged', async () => {
    const before = await startWorld({ folder, settings: limits });
    for (let wrong = 0; wrong < IN_ALL; wrong += 1) await tryCode(before, `guess ${wrong}`);
    await before.close();
    const lower = { 'issuer.codes.wrongInAll': IN_ALL, 'issuer.codes.beyondWrongInAll': 'refuse' };
    const after = await startWorld({ folder, settings: { ...limits, ...lower } });
    const good = async () => tryCode(after, await codeFor(after, await newHolder(after)));
    expect((await good()).status).toEqual({ accepted: {} });
    for (let wrong = 0; wrong < IN_ALL; wrong += 1) await tryCode(after, `other guess ${wrong}`);
    const warnings = after.log.filter((line) => line.includes('"level":40'));
    expect(warnings.filter((line) => line.includes('issuer.codes.wrongInAll'))).toHaveLength(1);
    expect((await good()).status).toEqual(NO_GOOD);
    await after.close();
  });
});
