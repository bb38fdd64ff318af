import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SEALED_AFTER } from '../../../src/audit/index.ts';
import { type AnchoredWorld, anchorNow, startAnchoredWorld } from '../../support/anchors.ts';
import { newHolder } from '../../support/records.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { HOOK_TIMEOUT } from '../../support/use-world.ts';

const folder = temporaryFolder('audit-log-formats');
const page = readFileSync('docs/reference/audit-log.md', 'utf8');
const recipes = page
  .split('```bash\n')
  .map((part) => part.split('```')[0] ?? '')
  .filter((part) => part.startsWith('python3 '));

let anchored: AnchoredWorld;
let key: string;

const write = (name: string, value: unknown) => writeFileSync(join(folder, name), JSON.stringify(value));
const run = (recipe: string | undefined) =>
  spawnSync('bash', ['-e', '-c', recipe ?? 'false'], { cwd: folder, encoding: 'utf8' });

beforeAll(async () => {
  anchored = await startAnchoredWorld(folder);
  const { world, authority } = anchored;
  const id = await newHolder(world);
  await world.admin('eraseHolder', { id });
  world.advance(SEALED_AFTER + 1);
  await world.server.context.sealLog();
  await anchorNow(world);
  const receipt = await world.admin('getErasureReceipt', { id });
  write('receipt.json', receipt);
  write('proof.json', await world.admin('proveEvent', { id: receipt.receipt.event }));
  writeFileSync(join(folder, 'time-stamp-roots.pem'), authority.rootPem);
  key = (await world.admin('getSeals', {})).keys.at(-1) ?? '';
}, HOOK_TIMEOUT);
afterAll(() => anchored?.close());

function hasPython(): boolean {
  try {
    execFileSync('python3', ['--version'], { stdio: 'ignore' });
    return true;
  } catch {
    console.warn('SKIPPED: there is no python3');
    return false;
  }
}

describe.skipIf(!hasPython())('docs/reference/audit-log.md: what is checked without this program', () => {
  it('the time stamp of a proof', () => {
    expect(run(recipes[0])).toMatchObject({
      status: 0,
      stdout: expect.stringContaining('Verification: OK'),
    });
  });

  it('the receipt of an erasure; a changed one is refused', () => {
    expect(run(recipes[1])).toMatchObject({
      status: 0,
      stdout: `digest of the key: ${key}\nVerified OK\n`,
    });
    const signed = JSON.parse(readFileSync(join(folder, 'receipt.json'), 'utf8'));
    write('receipt.json', { ...signed, receipt: { ...signed.receipt, epoch: 2 } });
    expect(run(recipes[1]).status).toBe(1);
  });
});
