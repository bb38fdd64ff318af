import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { rows } from '../../support/database.ts';
import { activePhone, proofedPhone } from '../../support/devices.ts';
import { HOOK_TIMEOUT } from '../../support/use-world.ts';
import { startWorld, type World } from '../../support/world.ts';

const DAY = 86_400_000;
const SETTINGS = { 'issuer.decisions': 'manual', 'issuer.pendingTtlSeconds': 3600 };

/** Two servers on one database file. */
let worlds: readonly [World, World];
beforeAll(async () => {
  const first = await startWorld({ settings: SETTINGS });
  worlds = [first, await startWorld({ settings: SETTINGS, folder: first.folder })];
}, HOOK_TIMEOUT);
afterAll(async () => {
  await worlds[1].close();
  await worlds[0].close();
});

const world = () => worlds[0];

function advance(milliseconds: number): void {
  for (const one of worlds) one.advance(milliseconds);
}

/** All servers sweep several times at once. Returns how many rows all sweeps changed together. */
async function sweepTogether() {
  const swept = await Promise.all([...worlds, ...worlds, ...worlds].map((one) => one.sweep()));
  const sum = (kind: 'proofings' | 'credentials' | 'msos') =>
    swept.reduce((total, one) => total + one[kind], 0);
  return { proofings: sum('proofings'), credentials: sum('credentials'), msos: sum('msos') };
}

const count = (sql: string) => Number(rows(world(), sql)[0]?.n);

describe('Each deadline is processed once, also by several servers', () => {
  it('several servers expire each proofing once', async () => {
    const phones = await Promise.all(Array.from({ length: 12 }, () => proofedPhone(world())));
    advance(3_600_000);
    expect((await sweepTogether()).proofings).toBe(phones.length);
    expect(count(`select count(*) as n from state_change where event = 'expire'`)).toBe(phones.length);
    expect(count(`select count(*) as n from proofing where state = 'expired' and deadline_at is null`)).toBe(
      phones.length,
    );
    expect(await sweepTogether()).toEqual({ proofings: 0, credentials: 0, msos: 0 });
  });

  it('several servers apply each deadline of a required action once, and drop expired MSOs once', async () => {
    const automatic = await startWorld();
    const other = await startWorld({ folder: automatic.folder });
    const phones = await Promise.all(Array.from({ length: 6 }, () => activePhone(automatic, 3)));
    for (const { ids } of phones.slice(0, 4)) {
      const action = { deadlineTimeMillis: String(automatic.now() + DAY) };
      await automatic.admin('requireAction', { id: ids.credentialId, action });
    }
    for (const one of [automatic, other]) one.advance(DAY);
    const early = await Promise.all([automatic, other, automatic, other].map((one) => one.sweep()));
    expect(early.reduce((total, one) => total + one.credentials, 0)).toBe(4);
    for (const one of [automatic, other]) one.advance(30 * DAY);
    const late = await Promise.all([automatic, other, automatic, other].map((one) => one.sweep()));
    expect(late.reduce((total, one) => total + one.msos, 0)).toBe(6);
    expect(Number(rows(automatic, 'select count(static_auth_data) as n from issued_mso')[0]?.n)).toBe(0);
    expect(Number(rows(automatic, 'select count(*) as n from issued_mso')[0]?.n)).toBe(18);
    await other.close();
    await automatic.close();
  });

  it('each deadline is processed once while wallets and operators change the same rows', async () => {
    const phones = await Promise.all(Array.from({ length: 10 }, () => proofedPhone(world())));
    advance(3_600_000);
    const acts = phones.flatMap(({ device, ids }) => [
      device.cancel(),
      worlds[1].admin('acceptProofing', { id: ids.proofingId }),
      device.proofingStatus().then((status) => expect(status).toEqual({ expired: {} })),
    ]);
    const [, outcomes] = await Promise.all([sweepTogether(), Promise.allSettled(acts)]);
    const kept = outcomes.filter((_, index) => index % 3 !== 2);
    expect(new Set(kept.map(({ status }) => status))).toEqual(new Set(['rejected']));
    await sweepTogether();
    for (const { ids } of phones) {
      const sql = 'select event, to_state from state_change where subject_id = ? order by change_id';
      expect(rows(world(), sql, ids.proofingId)).toEqual([
        { event: 'create', to_state: 'pending' },
        { event: 'expire', to_state: 'expired' },
      ]);
    }
  });

  it('a sweep that cannot process everything continues in the next round', async () => {
    const phones = await Promise.all(Array.from({ length: 4 }, () => proofedPhone(world())));
    advance(3_600_000);
    await world().sweep();
    for (const { device } of phones) expect(await device.proofingStatus()).toEqual({ expired: {} });
    expect((await world().sweep()).proofings).toBe(0);
  });
});
