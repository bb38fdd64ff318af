import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { aptInstall, say } from '../../support/apt.ts';

const PACKAGES = ['postgresql', 'etcd-server', 'haproxy', 'patroni'];
const PROGRAMS = ['etcd', 'haproxy', 'patroni', 'patronictl'];
const POSTGRES = '/usr/lib/postgresql';

const missing = () => PROGRAMS.filter((program) => spawnSync('which', [program]).status !== 0);

/** The folder of the newest PostgreSQL of the system; the one from npm has no pg_basebackup. */
export function postgresPrograms(): string {
  const [newest] = readdirSync(POSTGRES)
    .map(Number)
    .sort((one, other) => other - one);
  return `${POSTGRES}/${newest}/bin`;
}

const isInstalled = () => missing().length === 0 && existsSync(POSTGRES);

/** Installs Patroni with what it needs if possible; otherwise prints how to. Returns whether all is there. */
export function hasPatroni(): boolean {
  if (!isInstalled())
    for (const name of PACKAGES) aptInstall(name, 'Patroni for the tests of high availability');
  if (isInstalled() && process.getuid?.() === 0) return true;
  say(`SKIPPED, tests with Patroni: run them as root, with ${PACKAGES.join(', ')} (apt-get install)`);
  return false;
}
