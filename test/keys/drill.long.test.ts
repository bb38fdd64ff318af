import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { SEALED_AFTER } from '../../src/audit/index.ts';
import { diptych } from '../support/cli.ts';
import { expectNothingWritten } from '../support/database.ts';
import { activePhone } from '../support/devices.ts';
import { HOOK_TIMEOUT } from '../support/use-world.ts';
import { startWorld, type World } from '../support/world.ts';
import { activeKey, keysOf } from './support/keys.ts';
import { makeToken, type TestToken, TOKEN_MISSING } from './support/token.ts';

const STATUS = 'https://issuer.example/status';

/** The content of every file of a folder. */
function filesOf(folder: string): ReadonlyMap<string, string> {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((one) => one.isFile());
  return new Map(
    files.map(({ parentPath, name }) => [
      join(parentPath, name),
      readFileSync(join(parentPath, name), 'base64'),
    ]),
  );
}

describe.skipIf(TOKEN_MISSING !== undefined)('diptych keys drill with keys in a token (D6.2)', () => {
  const place = mkdtempSync(join(tmpdir(), 'diptych-drill-'));
  const file = join(place, 'drill.json');
  let token: TestToken;
  let world: World;
  beforeAll(async () => {
    token = makeToken();
    world = await startWorld({
      settings: { ...token.settings, 'keys.recordMaster': 'pkcs11', 'issuer.status.uri': STATUS },
    });
    await activePhone(world, 2);
    world.advance(SEALED_AFTER + 1);
    await world.server.context.sealLog();
    vi.stubEnv('DIPTYCH_ISSUER_STATUS_URI', STATUS);
    vi.stubEnv('DIPTYCH_KEYS_CUSTODY', 'pkcs11');
    vi.stubEnv('DIPTYCH_KEYS_RECORD_MASTER', 'pkcs11');
    vi.stubEnv('DIPTYCH_KEYS_PKCS11_MODULE', token.module);
    vi.stubEnv('DIPTYCH_KEYS_PKCS11_TOKEN_LABEL', token.tokenLabel);
    vi.stubEnv('DIPTYCH_KEYS_PKCS11_PIN', token.pin);
  }, HOOK_TIMEOUT);
  afterAll(async () => {
    vi.unstubAllEnvs();
    await world?.close();
    token?.remove();
    rmSync(place, { recursive: true });
  });

  /** The report of a drill, which must not change anything of the server. */
  async function drilled(role: 'documentSigner' | 'statusSigner') {
    const [inToken, inFolder] = [filesOf(token.folder), filesOf(join(world.folder, 'keys'))];
    const { exit, out, err } = await expectNothingWritten(world, () =>
      diptych('keys', 'drill', role, '--data', world.folder, '--out', file),
    );
    expect([exit, err, out]).toEqual([
      0,
      '',
      expect.stringContaining('the stand-in of the private key was destroyed'),
    ]);
    expect(filesOf(token.folder)).toEqual(inToken);
    expect(filesOf(join(world.folder, 'keys'))).toEqual(inFolder);
    return JSON.parse(readFileSync(file, 'utf8')).report;
  }

  it('other keys stand for those of the token, which does not change, and the report says so', async () => {
    const before = await activeKey(world, 'statusSigner');
    const report = await drilled('statusSigner');
    expect(report.statusLists).toBeGreaterThan(0);
    expect(report).toMatchObject({
      certificate: before.certificateSha256,
      isPrivateKeyDestroyed: true,
      custody: { server: 'pkcs11', standIns: (await world.admin('listKeys', {})).keys.length },
      notRehearsed: [expect.stringMatching(/^the keys of the PKCS#11 token/)],
    });
  });

  it('a certified successor that waits in the token is activated in the drill', async () => {
    const before = await activeKey(world, 'documentSigner');
    await world.admin('rotateKey', { role: 'documentSigner' });
    const next = (await keysOf(world, 'documentSigner')).find(({ stage }) => stage === 'next');
    expect(await drilled('documentSigner')).toMatchObject({
      certificate: before.certificateSha256,
      successor: next?.certificateSha256,
      msos: 2,
      left: 2,
    });
  });

  it('the key of the seals in the token signs the report', async () => {
    const [sealKey = ''] = (await world.admin('getSeals', {})).keys;
    expect(await diptych('keys', 'check-drill', file, '--seal-key', sealKey)).toMatchObject({ exit: 0 });
  });
});
