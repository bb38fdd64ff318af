import { execFileSync } from 'node:child_process';
import { readFileSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { firstNight } from '../docs/support/first-night.ts';
import { ON_SYSTEM_NODE, pack } from './support/packed.ts';

const page = readFileSync(new URL('../../docs/operate/first-night.md', import.meta.url), 'utf8');

/** Installs the packed package, and beside it what the page names, by the command of the page. */
function install(folder: string): void {
  const prefix = join(folder, 'npm');
  const env = { ...ON_SYSTEM_NODE, NPM_CONFIG_PREFIX: prefix };
  const [beside = ''] = /npm install --global .*$/m.exec(page) ?? [];
  execFileSync('npm', ['install', '--global', '--no-audit', '--no-fund', pack(folder)], { env });
  execFileSync('sh', ['-c', beside], { env });
  rmSync(join(folder, 'bin/diptych'));
  symlinkSync(join(prefix, 'bin/diptych'), join(folder, 'bin/diptych'));
}

firstNight(install);
