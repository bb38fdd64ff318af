import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import commands from './methods/commands.json' with { type: 'json' };

const ROOT = new URL('../../', import.meta.url);

/** What a process loads in which the commands run, one after the other. */
function loadedBy(calls: readonly (readonly string[])[]): readonly string[] {
  const script = `
    import { registerHooks } from 'node:module';
    const loaded = [];
    registerHooks({ load: (url, context, next) => (loaded.push(url), next(url, context)) });
    const { Segmenter } = Intl;
    Intl.Segmenter = function (...given) { loaded.push('Intl.Segmenter'); return new Segmenter(...given); };
    Object.defineProperty(process, 'stdin', { get: () => (loaded.push('process.stdin'), undefined) });
    const { main } = await import('${new URL('main.ts', import.meta.url)}');
    const write = process.stdout.write.bind(process.stdout);
    process.stdout.write = () => true;
    process.stderr.write = () => true;
    for (const call of ${JSON.stringify(calls)}) await main(call);
    write(JSON.stringify(loaded));
    process.exitCode = 0;`;
  const out = execFileSync(process.execPath, ['--input-type=module', '--eval', script], {
    cwd: fileURLToPath(ROOT),
    encoding: 'utf8',
    env: { ...process.env, NODE_OPTIONS: '' },
  });
  return (JSON.parse(out) as readonly string[]).map((url) => url.replace(ROOT.href, ''));
}

const packagesIn = (loaded: readonly string[]) =>
  new Set(loaded.flatMap((url) => /node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(url)?.[1] ?? []));
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
      'src/cli/exit.ts',
      'src/cli/failures.ts',
      'src/cli/group-examples.ts',
      'src/cli/main.ts',
      'src/cli/methods/commands.json',
      'src/cli/statuses.ts',
      'src/cli/tree.ts',
      'src/server/version.ts',
    ]);
    expect(packagesIn(loaded)).toEqual(new Set(['commander']));
  });

  it('the help of every command loads only the parser, and no slow part of Node', () => {
    const loaded = loadedBy(Object.keys(commands).map((words) => [...words.split(' '), '--help']));
    expect(packagesIn(loaded)).toEqual(new Set(['commander']));
    expect(loaded.filter((url) => SLOW.test(url))).toEqual([]);
  });

  it.each([
    ['users list', ['users', 'list', '--admin-url', 'http://127.0.0.1:9', '--token', 'x']],
    ['events prove', ['events', 'prove', 'id', '--admin-url', 'http://127.0.0.1:9', '--token', 'x']],
    [
      'mediation groups list',
      ['mediation', 'groups', 'list', '--base-url', 'http://127.0.0.1:9', '--token', 'x'],
    ],
  ])('%s loads few files until it calls the server', (_, call) => {
    const loaded = loadedBy([call]);
    expect(packagesIn(loaded)).toEqual(new Set(['commander']));
    expect(loaded.filter((url) => SLOW.test(url))).toEqual([]);
    expect(ownIn(loaded).length).toBeLessThan(38);
  });
});
