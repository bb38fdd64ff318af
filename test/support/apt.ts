import { spawnSync } from 'node:child_process';

export const say = (text: string) => process.stderr.write(`\n${text}\n\n`);

/** Test files install at the same time, and apt-get fails while another one runs; so they wait for each other. */
function apt(...args: readonly string[]): boolean {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const command = ['/var/lib/dpkg', 'apt-get', '-o', 'DPkg::Lock::Timeout=120', ...args];
  return spawnSync('flock', command, { env, stdio: 'ignore', timeout: 600_000 }).status === 0;
}

/** Installs a package if the user may, which is mostly the case in a container. */
export function aptInstall(name: string, what: string): void {
  if (process.getuid?.() !== 0 || !apt('--version')) return;
  say(`Installing ${what} (apt-get install ${name}) …`);
  const install = ['install', '-y', '--no-install-recommends', name];
  if (!apt(...install) && apt('update')) apt(...install);
}
