import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect } from 'vitest';
import { diptych, type Run } from '../../../support/cli.ts';
import { type HttpWorld, MINE } from '../../http/support/world.ts';

export const UNIT = {
  start: `ca-app-${MINE}/1111111111`,
  exit: `ca-app-${MINE}/2222222222`,
} as const;

/** A file with a mapping, bidding and the own network. */
export const FILE = `version: 1
publisher: ${MINE}
adUnits:
  start: ${UNIT.start}
  exit: ${UNIT.exit}
mappings:
  applovin-start: {adUnit: start, adapter: AppLovin/ANDROID, values: {SDK Key: {env: APPLOVIN_KEY}}}
groups:
  # The German speaking market.
  start-dach:
    name: Start screen DACH
    platform: ANDROID
    format: BANNER
    adUnits: [start]
    regions: [DE, AT]
    priority: 10
    lines:
      applovin: {source: AppLovin, cpm: "2.50", mappings: {start: applovin-start}}
      inmobi: {source: InMobi Exchange (bidding), cpm: live}
      own: {source: own network, state: disabled}
`;

const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

export interface DeskRun extends Run {
  // biome-ignore lint/suspicious/noExplicitAny: answers of several commands
  readonly json: any;
}

/** A folder with a configuration file, and commands that run in it as its user would run them. */
export function workingFolder(world: HttpWorld, text: string | null = FILE) {
  const folder = mkdtempSync(join(tmpdir(), 'diptych-as-code-'));
  folders.push(folder);
  const path = (name: string) => join(folder, name);
  const file = path('mediation.yaml');
  if (text !== null) writeFileSync(file, text);
  async function run(command: string, ...options: readonly string[]): Promise<DeskRun> {
    const names = { DIPTYCH_TOKEN: world.token.write, APPLOVIN_KEY: 'key-of-applovin' };
    const before = { ...process.env };
    Object.assign(process.env, names);
    try {
      const own = command === 'schema' ? [] : ['--base-url', world.url];
      const files = command === 'schema' || options.includes('--file') ? [] : ['--file', file];
      const variables = ['APPLOVIN_KEY', 'APPLOVIN_START_SDK_KEY', 'NOT_SET'];
      const allowed = ['plan', 'apply', 'drift'].includes(command)
        ? [
            ...variables.flatMap((name) => ['--allow-env', name]),
            ...['key.txt', 'no.txt'].flatMap((name) => ['--allow-file', path(name)]),
          ]
        : [];
      const done = await diptych('mediation', command, ...files, ...own, ...allowed, ...options);
      const json = done.out.startsWith('{') ? JSON.parse(done.out) : undefined;
      return { ...done, json };
    } finally {
      for (const name of Object.keys(process.env)) if (!(name in before)) delete process.env[name];
      Object.assign(process.env, before);
    }
  }
  return {
    path,
    run,
    read: (name = 'mediation.yaml') => readFileSync(path(name), 'utf8'),
    write: (content: string, name = 'mediation.yaml') => writeFileSync(path(name), content),
    edit(from: string, to: string) {
      const now = readFileSync(file, 'utf8');
      expect(now).toContain(from);
      writeFileSync(file, now.replace(from, to));
    },
    async expectExit(status: number, command: string, ...options: readonly string[]) {
      const done = await run(command, ...options);
      expect({ exit: done.exit, err: done.err }, done.out).toEqual({ exit: status, err: '' });
      return done;
    },
  };
}
