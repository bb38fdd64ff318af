import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AdminResponse } from '../../../src/admin/contract/index.ts';
import { countCompromised } from '../../../src/issuer/compromise/count-msos.ts';
import { activeKey } from '../../keys/support/keys.ts';
import { diptych, to } from '../../support/cli.ts';
import { expectNothingWritten, rows } from '../../support/database.ts';
import { activePhone, type Phone } from '../../support/devices.ts';
import { adminRefusal } from '../../support/refusal.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { HOOK_TIMEOUT } from '../../support/use-world.ts';
import { startWorld, type World } from '../../support/world.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const STATUS_URI = 'https://issuer.example/status';

let world: World;
let phones: readonly Phone[];
/** The document signer that is stolen. */
let stolen: string;
const since = () => new Date(world.now() - DAY).toISOString();
const progress = async () => (await world.admin('getKeyCompromise', { id: stolen })).progress;

async function metric(): Promise<string | undefined> {
  const text = await (await fetch(`${world.server.adminUrl}/metrics`)).text();
  return /^diptych_issuer_compromised_msos (\d+)$/m.exec(text)?.[1];
}

async function counted(): Promise<void> {
  world.advance(HOUR + MINUTE);
  await world.server.context.keys.sweep();
  await countCompromised(world.server.context.store, world.now());
}

beforeAll(async () => {
  world = await startWorld({ settings: { 'issuer.status.uri': STATUS_URI } });
  phones = [await activePhone(world, 3), await activePhone(world, 3)];
  stolen = (await activeKey(world, 'documentSigner')).id;
}, HOOK_TIMEOUT);
afterAll(() => world?.close());

describe('A compromised document signer (D6.1)', () => {
  it('a compromise in the future, or of an unknown key, changes nothing', async () => {
    const sinceTime = new Date(world.now() + 1).toISOString();
    const call = (id: string, time: string) => world.admin('compromiseKey', { id, sinceTime: time });
    await expectNothingWritten(world, async () => {
      await adminRefusal(call(stolen, sinceTime), 'INVALID_ARGUMENT', 'REQUEST_INVALID');
      await adminRefusal(call('AB', since()), 'NOT_FOUND', 'KEY_NOT_FOUND');
    });
  });

  it('the server stops signing with the key at once and signs with a new one, and the audit log tells since when others may have had it', async () => {
    const answer = await world.admin('compromiseKey', { id: stolen, sinceTime: since() });
    const now = await activeKey(world, 'documentSigner');
    expect([answer.key.stage, answer.successor?.id]).toEqual(['retired', now.id]);
    expect(now.id).not.toBe(stolen);
    const { events } = await world.admin('listEvents', { subjectId: stolen, event: 'compromise' });
    expect(events).toMatchObject([
      {
        from: 'active',
        to: 'retired',
        operatorId: 'operator',
        details: { after: { since: answer.sinceTime } },
      },
    ]);
  });

  it('of a time before the key was made, the time at which it was made is recorded', async () => {
    const { sinceTime } = await world.admin('getKeyCompromise', { id: stolen });
    expect(sinceTime).toBe(new Date(world.now()).toISOString());
  });

  it('the worst cases: honest MSOs end with the longest validity, forged ones with the certificate', async () => {
    const { dates, key } = await world.admin('getKeyCompromise', { id: stolen });
    const startOfDay = Math.floor(world.now() / DAY) * DAY;
    expect(dates.map(({ event, time }) => [event, time])).toEqual([
      ['lastHonest', new Date(startOfDay + 30 * DAY).toISOString()],
      ['lastForged', key.notAfterTime],
    ]);
  });

  it('a key is recorded once', async () => {
    const again = world.admin('compromiseKey', { id: stolen, sinceTime: since() });
    await adminRefusal(again, 'FAILED_PRECONDITION', 'ROTATION_STATE');
  });

  it('its live MSOs are counted a minute later, when no process can sign with it any more', async () => {
    await countCompromised(world.server.context.store, world.now());
    expect([await progress(), await metric()]).toEqual([{ isCounting: true }, '0']);
    await counted();
    expect(await progress()).toMatchObject({ msos: 6, left: 6, credentials: 2, share: 1 });
    expect(await metric()).toBe('6');
    const { keys } = await world.admin('listKeys', {});
    expect(keys.find(({ id }) => id === stolen)?.stage).toBe('destroyed');
  });

  it('a device that fetched as many new MSOs has replaced the old ones, whose bits are then set', async () => {
    const bits = async () => {
      const { store } = world.server.context;
      const lists = await store.read((reader) => reader.publishedLists(world.now()));
      const set = await Promise.all(
        lists.map(({ listNo }) => store.read((reader) => reader.revokedEntries(listNo, -1, 100))),
      );
      return set.flat().length;
    };
    await phones[0]?.device.refresh(2);
    await counted();
    expect([await bits(), (await progress())?.left]).toEqual([0, 6]);
    await phones[0]?.device.refresh(1);
    await counted();
    expect(await bits()).toBe(3);
    const { credentialId } = phones[0]?.ids ?? { credentialId: '' };
    const { events } = await world.admin('listEvents', { subjectId: credentialId, event: 'supersede' });
    expect(events).toEqual([]);
    const { left, credentials, perHour, forecastTime } = (await progress()) ?? {};
    expect([left, credentials]).toEqual([3, 1]);
    expect(perHour).toBeGreaterThan(0);
    expect(Date.parse(forecastTime ?? '')).toBeGreaterThan(world.now());
  });

  it('after all devices have new MSOs nothing is left, and counting ends', async () => {
    const { dates: before } = await world.admin('getKeyCompromise', { id: stolen });
    await phones[1]?.device.refresh(3);
    await counted();
    // Readers accept the replaced ones until they end.
    expect((await world.admin('getKeyCompromise', { id: stolen })).dates).toEqual(before);
    expect(await progress()).toMatchObject({ left: 0, credentials: 0, share: 0 });
    expect(await metric()).toBe('0');
    world.advance(DAY);
    expect(await countCompromised(world.server.context.store, world.now())).toBe(0);
  });
});

describe('A document signer that is compromised after a rotation', () => {
  it('MSOs of earlier signers do not count as new ones', async () => {
    const phone = await activePhone(world, 3);
    const rotate = { role: 'documentSigner' } as const;
    world.advance(HOUR);
    await world.admin('rotateKey', rotate);
    await world.admin('rotateKey', { ...rotate, finish: true });
    await phone.device.refresh(2);
    const { id } = await activeKey(world, 'documentSigner');
    await world.admin('compromiseKey', { id, sinceTime: since() });
    await counted();
    const left = async () => (await world.admin('getKeyCompromise', { id })).progress?.left;
    expect(await left()).toBe(2);
    await phone.device.refresh(2);
    await counted();
    expect(await left()).toBe(0);
  });
});

describe('The last end of an honest MSO', () => {
  it(
    'is named at once and stays a bound, although the validity was longer before',
    async () => {
      const folder = temporaryFolder('shorter');
      const long = await startWorld({ folder });
      await activePhone(long, 1);
      const startAt = long.now();
      await long.close();
      const short = await startWorld({ folder, startAt, settings: { 'issuer.msoValidityDays': 7 } });
      try {
        const [end] = rows(short, 'select max(expires_at) as time from issued_mso');
        const { id } = await activeKey(short, 'documentSigner');
        const last = ({ dates }: AdminResponse<'getKeyCompromise'>) =>
          Date.parse(dates.find(({ event }) => event === 'lastHonest')?.time ?? '');
        const sinceTime = new Date(startAt).toISOString();
        expect(last(await short.admin('compromiseKey', { id, sinceTime }))).toBe(Number(end?.time));
        for (let counts = 2; counts > 0; counts -= 1) {
          short.advance(HOUR + MINUTE);
          await countCompromised(short.server.context.store, short.now());
        }
        expect(last(await short.admin('getKeyCompromise', { id }))).toBe(Number(end?.time));
      } finally {
        await short.close();
      }
    },
    HOOK_TIMEOUT,
  );
});

describe('Other compromised keys', () => {
  const compromised = async (role: string) => {
    const { id } = await activeKey(world, role as 'identity');
    const answer = await world.admin('compromiseKey', { id, sinceTime: since() });
    const events = answer.dates.map(({ event }) => event);
    expect(answer.sinceTime).toBe(since());
    return { stage: answer.key.stage, replaced: answer.successor !== undefined, events };
  };

  it('identity and encryption keys are replaced at once, without grace', async () => {
    const expected = { stage: 'retired', replaced: true, events: ['lastForged'] };
    expect(await compromised('identity')).toEqual(expected);
    expect(await compromised('encryption')).toEqual(expected);
    expect((await world.admin('listKeys', {})).keys.filter(({ stage }) => stage === 'grace')).toEqual([]);
  });

  it('with a new status signer, the lists are published at once', async () => {
    const numbers = async () => {
      const lists = await world.server.context.store.read((reader) => reader.publishedLists(world.now()));
      return lists.map(({ number }) => number);
    };
    const before = await numbers();
    expect(await compromised('statusSigner')).toMatchObject({
      replaced: true,
      events: ['lastHonest', 'lastForged'],
    });
    expect(await numbers()).toEqual(before.map((number) => number + 1));
  });

  it('a root certifies no more keys; without another key that waits, a signer is not stopped', async () => {
    expect(await compromised('iaca')).toEqual({ stage: 'grace', replaced: false, events: ['lastForged'] });
    const { id } = await activeKey(world, 'documentSigner');
    const refusal = await expectNothingWritten(world, () =>
      adminRefusal(
        world.admin('compromiseKey', { id, sinceTime: since() }),
        'FAILED_PRECONDITION',
        'ROTATION_STATE',
      ),
    );
    expect(refusal.message).toContain('diptych keys request --role documentSigner');
  });
});

describe('diptych keys compromise', () => {
  it('prints the dates and the steps, and writes the notices without personal data', async () => {
    const own = await startWorld();
    const phone = await activePhone(own, 1);
    const folder = mkdtempSync(join(tmpdir(), 'diptych-notices-'));
    const command = [
      'keys',
      'compromise',
      'documentSigner',
      '--since',
      '2026-01-01',
      '--out',
      folder,
      '--yes',
    ];
    const { id, certificateSha256, stageTime } = await activeKey(own, 'documentSigner');
    const { exit, out } = await diptych(...command, ...to(own));
    expect([exit, out]).toEqual([0, expect.stringContaining('the last forged document ends')]);
    expect(readdirSync(folder).toSorted()).toEqual([
      'crl-entry.txt',
      'relying-parties.txt',
      'trust-lists.txt',
      'wallet-platform.txt',
    ]);
    for (const name of readdirSync(folder)) {
      const text = readFileSync(join(folder, name), 'utf8');
      expect(text).toContain(certificateSha256);
      expect(text).toContain(`since, at the earliest: ${stageTime}`);
      expect(text).not.toContain(phone.ids.credentialId);
    }
    expect(readFileSync(join(folder, 'crl-entry.txt'), 'utf8')).toContain(`userCertificate: ${id}`);
    const repeated = await diptych(...command, ...to(own));
    expect([repeated.exit, repeated.err]).toEqual([2, expect.stringContaining('already recorded')]);
    const successor = (await activeKey(own, 'documentSigner')).id;
    const corrected = command.map((word) => (word === '2026-01-01' ? '2026-01-02' : word));
    const other = await diptych(...corrected, ...to(own));
    expect([other.exit, other.err]).toEqual([2, expect.stringContaining(`name that one: ${successor}`)]);
    expect((await activeKey(own, 'documentSigner')).id).toBe(successor);
    rmSync(folder, { recursive: true });
    const again = ['keys', 'compromise', 'documentSigner', '--progress', '--out', folder];
    const shown = await diptych(...again, ...to(own));
    expect([shown.exit, shown.out]).toEqual([0, expect.stringContaining('are being counted')]);
    expect(shown.out).toContain(id);
    expect(readdirSync(folder)).toHaveLength(4);
    const listed = await diptych('keys', 'list', '--wide', ...to(own));
    expect(listed.out).toMatch(new RegExp(`^${id} +documentSigner +retired, compromised `, 'm'));
    const wrong = await diptych('keys', 'compromise', id, '--since', 'x', '--yes', ...to(own));
    expect([wrong.exit, wrong.err]).toEqual([2, expect.stringContaining('--since takes')]);
    writeFileSync(join(folder, 'file'), '');
    const nowhere = ['--since', '2026-01-02', '--yes', '--out', join(folder, 'file')];
    const unwritten = await diptych('keys', 'compromise', 'identity', ...nowhere, ...to(own));
    expect(unwritten.exit).toBe(1);
    expect(unwritten.out).toContain('Ask the wallet platform to fetch the identity key again');
    expect(unwritten.err).toMatch(/^diptych: .*file.*\n$/);
    await own.close();
    rmSync(folder, { recursive: true });
  });

  it('a compromised root is not given to verifiers any more', async () => {
    const given = await diptych('keys', 'export-iaca', ...to(world));
    expect([given.exit, given.err]).toEqual([1, expect.stringContaining('no root can be given')]);
  });
});
