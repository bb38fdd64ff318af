import { spawnSync } from 'node:child_process';
import { hasSoftHsm, tokenMissing } from './token.ts';

const say = (text: string) => process.stderr.write(`\n${text}\n\n`);

function apt(...args: readonly string[]): boolean {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  return spawnSync('apt-get', args, { env, stdio: 'ignore', timeout: 120_000 }).status === 0;
}

/** Where the user may install packages: in a container, mostly. */
function installSoftHsm(): void {
  if (process.getuid?.() !== 0 || !apt('--version')) return;
  say('Installing SoftHSM for the tests with keys in a token (apt-get install softhsm2) …');
  const install = ['install', '-y', '--no-install-recommends', 'softhsm2'];
  if (!apt(...install) && apt('update')) apt(...install);
}

/** Before the first test: a token to test with, or one loud line that tells why there is none. */
export default function setup(): void {
  if (!hasSoftHsm()) installSoftHsm();
  const missing = tokenMissing();
  if (missing !== undefined) say(`SKIPPED, all tests with keys in a PKCS#11 token: ${missing}`);
}
