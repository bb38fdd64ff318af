import { spawnSync } from 'node:child_process';
import { aptInstall, say } from '../../support/apt.ts';

const isInstalled = () => spawnSync('promtool', ['--version']).status === 0;

/** Installs promtool if possible; otherwise prints how to. Resolves to whether it is there. */
export function hasPromtool(): boolean {
  if (!isInstalled()) aptInstall('prometheus', 'promtool for the tests of the alert rules');
  if (isInstalled()) return true;
  say('SKIPPED, tests of the alert rules: promtool is missing (apt-get install prometheus)');
  return false;
}

/** Runs promtool and returns what it printed. @throws Error with the output if it fails */
export function promtool(...args: readonly string[]): string {
  const { status, stdout, stderr, error } = spawnSync('promtool', args, { encoding: 'utf8' });
  if (status !== 0) throw new Error(`promtool ${args.join(' ')}: ${error?.message ?? stdout + stderr}`);
  return stdout;
}
