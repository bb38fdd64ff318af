import { spawnSync } from 'node:child_process';
import { aptInstall, say } from '../../support/apt.ts';
import { systemPrograms } from '../../support/postgres/system-programs.ts';

const PACKAGES = ['postgresql', 'etcd-server', 'haproxy', 'patroni'];
const PROGRAMS = ['etcd', 'haproxy', 'patroni', 'patronictl'];
const missing = () => PROGRAMS.filter((program) => spawnSync('which', [program]).status !== 0);

const isInstalled = () => missing().length === 0 && systemPrograms() !== undefined;

/** Installs Patroni with what it needs if possible; otherwise prints how to. Returns whether all is there. */
export function hasPatroni(): boolean {
  if (!isInstalled())
    for (const name of PACKAGES) aptInstall(name, 'Patroni for the tests of high availability');
  if (isInstalled() && process.getuid?.() === 0) return true;
  say(`SKIPPED, tests with Patroni: run them as root, with ${PACKAGES.join(', ')} (apt-get install)`);
  return false;
}
