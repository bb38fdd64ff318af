import { existsSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SEALED_AFTER } from '../../src/audit/index.ts';
import { activeKey } from '../keys/support/keys.ts';
import { diptych } from '../support/cli.ts';
import { expectNothingWritten } from '../support/database.ts';
import { activePhone } from '../support/devices.ts';
import { HOOK_TIMEOUT } from '../support/use-world.ts';
import { startWorld, type World } from '../support/world.ts';

const file = join(mkdtempSync(join(tmpdir(), 'diptych-drill-')), 'drill.json');
const changed = `${file}.changed`;
let world: World;
let sealKey: string;
beforeAll(async () => {
  world = await startWorld();
  await activePhone(world, 4);
  world.advance(SEALED_AFTER + 1);
  await world.server.context.sealLog();
  sealKey = (await world.admin('getSeals', {})).keys[0] ?? '';
}, HOOK_TIMEOUT);
afterAll(() => world?.close());

describe('diptych keys drill (D6.2)', () => {
  it('a drill compromises a key in a copy, and changes nothing in the data of the running server', async () => {
    const before = await activeKey(world, 'documentSigner');
    const drill = ['keys', 'drill', 'documentSigner', '--data', world.folder, '--out', file];
    const { exit, out, err } = await expectNothingWritten(world, () => diptych(...drill));
    expect([exit, err, out]).toEqual([0, '', expect.stringContaining('the private key was destroyed')]);
    expect((await activeKey(world, 'documentSigner')).id).toBe(before.id);
    expect(existsSync(join(world.folder, 'keys', `${before.id}.pem`))).toBe(true);
    expect(existsSync(join(world.folder, 'drill.draft'))).toBe(false);
    const { report } = JSON.parse(readFileSync(file, 'utf8'));
    expect(report).toMatchObject({ certificate: before.certificateSha256, msos: 4, left: 4, credentials: 1 });
    expect(report.dates[1]).toMatchObject({ event: 'lastForged', time: before.notAfterTime });
    expect(report.reached.stopped).toBeLessThanOrEqual(report.reached.counted);
    expect(report.documentsPerSecond).toBeGreaterThan(0);
  });

  it('the report verifies with the key of the seals; a changed one, or another key, does not', async () => {
    const check = (path: string, key: string) => diptych('keys', 'check-drill', path, '--seal-key', key);
    expect(await check(file, sealKey)).toMatchObject({ exit: 0, out: expect.stringContaining('verifies') });
    const signed = JSON.parse(readFileSync(file, 'utf8'));
    signed.report.reached.stopped = 0;
    signed.report.left = 0;
    writeFileSync(changed, JSON.stringify(signed));
    expect(await check(changed, sealKey)).toMatchObject({ exit: 1, out: expect.stringContaining('changed') });
    expect(await check(file, 'ab'.repeat(32))).toMatchObject({
      exit: 1,
      out: expect.stringContaining('another key'),
    });
    writeFileSync(changed, '{}');
    expect(await check(changed, sealKey)).toMatchObject({ exit: 2 });
  });
});
