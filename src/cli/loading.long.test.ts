import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { phoneState } from '../../test/support/phone-state.ts';
import commands from './methods/commands.json' with { type: 'json' };
import type { CommandOutline } from './methods/index.ts';

const ROOT = new URL('../../', import.meta.url);

/** The commands run here, where they may write. */
const folder = mkdtempSync(join(tmpdir(), 'diptych-loading-'));
writeFileSync(join(folder, 'mediation.yaml'), 'publisher: pub-1111111111111111\n');
writeFileSync(join(folder, 'profile.json'), '{}');
const plan = { kind: 'diptych-mediation-plan', version: 1, file: 'x', text: 'x', options: {}, plan: {} };
writeFileSync(join(folder, 'plan.json'), JSON.stringify(plan));
writeFileSync(join(folder, 'wallet-state.json'), phoneState('http://127.0.0.1:9'));
const offer = JSON.stringify({
  credential_issuer: 'http://127.0.0.1:9/vci',
  credential_configuration_ids: ['x'],
  grants: { authorization_code: {} },
});
afterAll(() => rmSync(folder, { recursive: true }));

/** An address where no server listens. */
const NO_SERVER = 'http://127.0.0.1:9';
const ADMIN = ['--admin-url', NO_SERVER, '--token', 'x'];
const MEDIATION = ['--base-url', NO_SERVER, '--token', 'x', '--account', 'pub-1111111111111111'];

interface Seen {
  /** Modules and slow parts of Node that were loaded before a server was called, by one call or another. */
  readonly loaded: readonly string[];
  /** The calls that called a server. */
  readonly calling: readonly string[];
}

/**
 * What a process loads in which the commands run, one after the other. After the request nothing is loaded, so that what a
 * later command loads before is seen.
 */
function seenIn(calls: readonly (readonly string[])[]): Seen {
  const script = `
    import { registerHooks } from 'node:module';
    import { subscribe } from 'node:diagnostics_channel';
    const loaded = [];
    const calling = [];
    let isCalling = false;
    subscribe('http.client.request.start', () => { isCalling = true; });
    registerHooks({
      load: (url, context, next) => {
        if (isCalling) throw new Error('after the request');
        loaded.push(url);
        return next(url, context);
      },
    });
    const { Segmenter } = Intl;
    Intl.Segmenter = function (...given) { loaded.push('Intl.Segmenter'); return new Segmenter(...given); };
    Object.defineProperty(process, 'stdin', { get: () => (loaded.push('process.stdin'), undefined) });
    const { main } = await import('${new URL('main.ts', import.meta.url)}');
    const write = process.stdout.write.bind(process.stdout);
    process.stdout.write = () => true;
    process.stderr.write = () => true;
    for (const call of ${JSON.stringify(calls)}) {
      isCalling = false;
      await main(call);
      if (isCalling) calling.push(call.join(' '));
    }
    write(JSON.stringify({ loaded, calling }));
    process.exitCode = 0;`;
  const out = execFileSync(process.execPath, ['--input-type=module', '--eval', script], {
    cwd: folder,
    encoding: 'utf8',
    env: { ...process.env, NODE_OPTIONS: '' },
  });
  const seen = JSON.parse(out) as Seen;
  return { ...seen, loaded: seen.loaded.map((url) => url.replace(ROOT.href, '')) };
}

const loadedBy = (calls: readonly (readonly string[])[]) => seenIn(calls).loaded;

/** What the commands need besides a server, and an argument `x` for each that they name. */
const NEEDS: Readonly<Record<string, readonly string[]>> = {
  'approvals approve': ['--yes'],
  'break-glass open': ['--reason', 'x'],
  'codes issue': ['--holder', 'x'],
  'codes revoke': ['--yes'],
  'credentials require-action': ['--action', '{}'],
  'credentials revoke': ['--reason', 'deviceLost', '--yes'],
  'devices release': ['--yes'],
  'events export': ['--out', 'events.jsonl'],
  'holders erase': ['--yes'],
  'holders portrait': ['--out', 'portrait.jpg'],
  'holders receipt': ['--out', 'receipt.json'],
  'holders revoke': ['--reason', 'deviceLost', '--yes'],
  'holds lift': ['--yes'],
  'holds place': ['--holder', 'x', '--reason', 'audit', '--review', '2027-01-01'],
  'keys compromise': ['--since', '2026-11-20', '--yes'],
  'keys discard': ['--yes'],
  'keys rotate-master': ['--yes'],
  'mediation ad-units create': ['--app', 'x', '--format', 'banner'],
  'mediation apps create': ['--platform', 'android'],
  'mediation experiments start': ['--percent', '50'],
  'mediation experiments stop': ['--keep', 'A', '--yes'],
  'mediation groups create': ['--platform', 'android', '--format', 'banner'],
  'mediation import': ['--replace'],
  'mediation keys create': ['--app', 'x'],
  'mediation keys list': ['--app', 'x'],
  'mediation keys revoke': ['--app', 'x'],
  'mediation mappings create': ['--ad-unit', 'x', '--source', 'x'],
  'mediation publish': ['--all'],
  'mediation resolve': ['--ad-unit', 'x', '--app', 'x'],
  'mediation rollback': ['--at', '2026-11-22T12:00:00Z'],
  'mediation statistics import': ['--source', 'max'],
  'notifications replay': ['--failed'],
  'oauth clients change': ['--name', 'x'],
  'oauth clients delete': ['--yes'],
  'oauth clients reset-secret': ['--yes'],
  'proofings reject': ['--reason', 'evidenceMismatch', '--yes'],
  'proofings revoke': ['--yes'],
  'publishers create': ['--name', 'x'],
  'seals reset': ['--reason', 'keyLost', '--yes'],
  'seals rotate': ['--reason', 'scheduled', '--yes'],
  'status-lists publish': ['--yes'],
  token: ['--publisher', 'x'],
  'users create': ['--password', 'x'],
  'users delete': ['--yes'],
  'users disable': ['--yes'],
  'users password': ['--password', 'x'],
  'users reset-passkeys': ['--yes'],
  'users publishers': ['--add', 'x'],
  'wallet proof': ['--code', 'x'],
};

/**
 * They call no server, wait for calls themselves, prepare a whole run, or first read what they send: from the standard input,
 * or a certificate and its key.
 */
const NOT_FIRST =
  /^(check|conformance hooks|holders search|keys import|logout|mediation (fmt|logout)|wallet (notify|present))$/;

const ADDRESSES = ['--admin-url', '--base-url', '--server'];

/** A call of every command that takes the address of a server. */
const callsOfServers = () =>
  Object.entries(commands as Readonly<Record<string, CommandOutline>>).flatMap(
    ([name, { options = {}, arguments: given = [], values = [] }]): readonly (readonly string[])[] => {
      const has = (option: string) => Object.hasOwn(options, option);
      if (NOT_FIRST.test(name)) return [];
      const address = ADDRESSES.find((option) => has(`${option} <url>`));
      if (address === undefined) return [];
      return [
        [
          ...name.split(' '),
          ...given.filter((argument) => argument.startsWith('<')).map(() => values[0] ?? 'x'),
          ...(NEEDS[name] ?? []),
          ...[address, NO_SERVER],
          ...(has('--token <token>') ? ['--token', 'x'] : []),
          ...(has('--account <id>') ? ['--account', 'pub-1111111111111111'] : []),
        ],
      ];
    },
  );

const packagesIn = (loaded: readonly string[]) =>
  new Set(loaded.flatMap((url) => /node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(url)?.[1] ?? []));
/** Bytes of sources. Files are not counted, so that nothing is copied to save one. */
const MOST_CODE = 225_000;

const ownIn = (loaded: readonly string[]) => loaded.filter((url) => url.startsWith('src/')).toSorted();

/**
 * Loading these takes as long as Node needs to start, or longer, but for the last two: they take a third of that. An import of
 * node:process opens all three standard streams; a parser that has one is too slow.
 */
const SLOW =
  /^(node:(http|https|http2|tls|crypto|cluster|worker_threads|sqlite|inspector)|Intl\.Segmenter|process\.stdin)$/;

describe('What a command loads before it runs', () => {
  it('diptych --help loads no command', () => {
    const loaded = loadedBy([['--help']]);
    expect(ownIn(loaded)).toEqual([
      'src/cli/cli-errors.ts',
      'src/cli/exit.ts',
      'src/cli/group-examples.ts',
      'src/cli/main.ts',
      'src/cli/methods/commands.json',
      'src/cli/output.ts',
      'src/cli/table/time-text.ts',
      'src/cli/tree.ts',
      'src/conventions/command-names.ts',
      'src/conventions/printable.ts',
      'src/conventions/time.ts',
      'src/conventions/user-error.ts',
      'src/server/process/own-command.ts',
    ]);
    expect(packagesIn(loaded)).toEqual(new Set(['commander']));
  });

  it('the help of every command loads only the parser, and no slow part of Node', () => {
    const loaded = loadedBy(Object.keys(commands).map((words) => [...words.split(' '), '--help']));
    expect(packagesIn(loaded)).toEqual(new Set(['commander']));
    expect(loaded.filter((url) => SLOW.test(url))).toEqual([]);
  });

  it('every command that calls a server loads only the parser before', () => {
    const calls = [
      ...callsOfServers(),
      ['mediation', 'apply', 'plan.json', ...MEDIATION],
      ['mediation', 'lint', '--file', 'mediation.yaml', ...MEDIATION],
      ['wallet', 'provision', '--channel', 'openid4vci', '--offer', offer, '--state', 'vci.json'],
    ];
    const { loaded, calling } = seenIn(calls);
    expect(calls.map((call) => call.join(' ')).filter((call) => !calling.includes(call))).toEqual([]);
    expect(packagesIn(loaded)).toEqual(new Set(['commander']));
    expect(loaded.filter((url) => SLOW.test(url))).toEqual([]);
  });

  it.each([
    ['events verify', ['events', 'verify', ...ADMIN]],
    ['holders import', ['holders', 'import', 'holders.json', ...ADMIN]],
    ['mediation lint', ['mediation', 'lint', ...MEDIATION]],
    ['wallet register', ['wallet', 'register', '--state', 'new.json', '--server', NO_SERVER]],
    ['wallet refresh', ['wallet', 'refresh', '--server', NO_SERVER]],
  ])('%s loads little code before it calls the server', (_, call) => {
    const sizes = ownIn(loadedBy([call])).map((file) => statSync(new URL(file, ROOT)).size);
    expect(sizes.length).toBeGreaterThan(10);
    expect(sizes.reduce((sum, size) => sum + size)).toBeLessThan(MOST_CODE);
  });
});

/** What a process has loaded when `diptych serve` listens: packages, and modules of Node. */
function loadedByServer() {
  const call = ['serve', '--data', join(folder, 'data'), '--port', '0', '--admin-port', '0'];
  const script = `
    import { registerHooks } from 'node:module';
    const loaded = [];
    registerHooks({ load: (url, context, next) => (loaded.push(url), next(url, context)) });
    const { main } = await import('${new URL('main.ts', import.meta.url)}');
    const write = process.stdout.write.bind(process.stdout);
    process.stdout.write = () => true;
    await main(${JSON.stringify(call)});
    write(JSON.stringify({ loaded, ofNode: process.moduleLoadList }), () => process.kill(process.pid, 'SIGTERM'));`;
  const out = execFileSync(process.execPath, ['--input-type=module', '--eval', script], {
    cwd: folder,
    encoding: 'utf8',
    env: { ...process.env, NODE_OPTIONS: '' },
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const { loaded, ofNode } = JSON.parse(out) as Record<'loaded' | 'ofNode', readonly string[]>;
  return { packages: packagesIn(loaded), ofNode };
}

it('a server that calls no other system loads no HTTP client, and no checks of schemas besides the contract', () => {
  const { packages, ofNode } = loadedByServer();
  expect(packages).toContain('fastify');
  for (const name of ['undici', 'ajv', '@fastify/fast-json-stringify-compiler'])
    expect(packages).not.toContain(name);
  expect(ofNode).toContain('NativeModule http');
  expect(ofNode.filter((name) => name.includes('undici'))).toEqual([]);
});
