import { spawnSync } from 'node:child_process';

export const say = (text: string) => process.stderr.write(`\n${text}\n\n`);

function apt(...args: readonly string[]): boolean {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  return spawnSync('apt-get', args, { env, stdio: 'ignore', timeout: 120_000 }).status === 0;
}

/** Installs a package if the user may, which is mostly the case in a container. */
export function aptInstall(name: string, what: string): void {
  if (process.getuid?.() !== 0 || !apt('--version')) return;
  say(`Installing ${what} (apt-get install ${name}) …`);
  const install = ['install', '-y', '--no-install-recommends', name];
  if (!apt(...install) && apt('update')) apt(...install);
}
