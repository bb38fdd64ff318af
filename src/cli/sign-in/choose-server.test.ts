import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../../test/support/temporary-folder.ts';
import { adminServerOf } from '../admin/connection.ts';
import { mediationServerOf } from '../mediation/connection.ts';
import { PRECEDENCE } from './choose-server.ts';
import type { Contexts, Interface } from './contexts.ts';
import { printContexts } from './parse-contexts.ts';

const folder = temporaryFolder('choose');

function dataOf(name: string): string {
  const path = join(folder, name);
  mkdirSync(path, { recursive: true });
  const addresses = { url: `https://${name}.example`, adminUrl: `https://${name}.example`, pid: 1 };
  writeFileSync(join(path, 'server.json'), JSON.stringify(addresses), { mode: 0o600 });
  return path;
}

const at = (name: string) => {
  const place = { url: `https://${name}.example`, signIn: { accessToken: 't', expiresAt: 0, clientId: 'c' } };
  return { admin: place, mediation: place };
};

const CONTEXTS = { typed: at('typed'), variable: at('variable'), current: at('current') };

function fileOf(contexts: Contexts): string {
  const path = join(folder, `${contexts.current ?? 'none'}-${Object.keys(contexts.contexts).join('-')}.json`);
  writeFileSync(path, printContexts(contexts), { mode: 0o600 });
  return path;
}

interface Call {
  readonly options: Readonly<Record<string, string>>;
  readonly environment: Readonly<Record<string, string>>;
}

/** What gives each row of the table, and the server that it names. */
const ROWS: Readonly<Record<string, readonly [Partial<Call>, string]>> = {
  '--admin-url': [{ options: { adminUrl: 'https://option.example' } }, 'https://option.example'],
  '--base-url': [{ options: { baseUrl: 'https://option.example' } }, 'https://option.example'],
  '--admin-port': [{ options: { adminPort: '1' } }, 'http://127.0.0.1:1'],
  '--data': [{ options: { data: dataOf('data') } }, 'https://data.example'],
  DIPTYCH_ADMIN_URL: [{ environment: { DIPTYCH_ADMIN_URL: 'https://v.example' } }, 'https://v.example'],
  DIPTYCH_BASE_URL: [{ environment: { DIPTYCH_BASE_URL: 'https://v.example' } }, 'https://v.example'],
  DIPTYCH_ADMIN_PORT: [{ environment: { DIPTYCH_ADMIN_PORT: '2' } }, 'http://127.0.0.1:2'],
  DIPTYCH_DATA: [{ environment: { DIPTYCH_DATA: dataOf('folder') } }, 'https://folder.example'],
  '--context': [{ options: { context: 'typed' } }, 'https://typed.example'],
  DIPTYCH_CONTEXT: [{ environment: { DIPTYCH_CONTEXT: 'variable' } }, 'https://variable.example'],
  'the current context': [
    { environment: { DIPTYCH_SIGN_IN: fileOf({ current: 'current', contexts: CONTEXTS }) } },
    'https://current.example',
  ],
};

const NO_CURRENT = fileOf({ contexts: CONTEXTS });

const SERVER_OF = { admin: adminServerOf, mediation: mediationServerOf };

function serverOf(kind: Interface, rows: readonly string[]) {
  const given = rows.map((row) => ROWS[row]?.[0] ?? {});
  const options = Object.assign({}, ...given.map((each) => each.options));
  const environment = Object.assign(
    { DIPTYCH_SIGN_IN: NO_CURRENT },
    ...given.map((each) => each.environment),
  );
  return SERVER_OF[kind](options, environment);
}

/** All rows but the last, which depends on the folder in which the command runs. */
const rowsOf = (kind: Interface) => PRECEDENCE[kind].server.slice(0, -1) as readonly string[];

const subsets = (rows: readonly string[]): readonly (readonly string[])[] =>
  Array.from({ length: 2 ** rows.length - 1 }, (_, number) =>
    rows.filter((_row, bit) => ((number + 1) >> bit) & 1),
  );

describe.each(['admin', 'mediation'] as const)('The server of the %s interface', (kind) => {
  it('is that of the first row of the table that is given, for all that can be given together', () => {
    for (const rows of subsets(rowsOf(kind))) {
      const [first = ''] = rows;
      if (rows.includes('--context') && first !== '--context') {
        expect(() => serverOf(kind, rows), rows.join()).toThrow(
          `${first} and --context typed name two servers`,
        );
        continue;
      }
      const { url, by, context } = serverOf(kind, rows);
      expect({ url, by }, rows.join()).toEqual({ url: ROWS[first]?.[1], by: first });
      expect(context?.place.url ?? url).toBe(url);
    }
  });

  it('is that of the context if an option or a variable names the same address', () => {
    const environment = { DIPTYCH_SIGN_IN: NO_CURRENT };
    const url = 'https://typed.example/';
    const { context } = SERVER_OF[kind]({ adminUrl: url, baseUrl: url, context: 'typed' }, environment);
    expect(context?.name).toBe('typed');
  });

  it.each([
    ['a context that does not exist', 'gone', 'there is no context gone; diptych contexts list'],
    ['a name with an escape sequence', '\u001b[31m', 'the name of a context has'],
    ['a property of all objects', 'toString', 'there is no context toString'],
    [
      'an interface that the context does not have',
      'half',
      /run diptych (mediation )?login .*--context half/,
    ],
  ])('refuses %s, typed or in the variable', (_, name, problem) => {
    const other = kind === 'admin' ? 'mediation' : 'admin';
    const half = { half: { [other]: at('half')[other] } };
    const environment = { DIPTYCH_SIGN_IN: fileOf({ contexts: half }) };
    expect(() => SERVER_OF[kind]({ context: name }, environment)).toThrow(problem);
    expect(() => SERVER_OF[kind]({}, { ...environment, DIPTYCH_CONTEXT: name })).toThrow(problem);
  });

  it('does not read the contexts if an option names it, so that a spoiled file does not matter', () => {
    const options = { adminUrl: 'https://a.example', baseUrl: 'https://a.example' };
    const spoiled = join(folder, 'spoiled.json');
    writeFileSync(spoiled, '{', { mode: 0o600 });
    expect(SERVER_OF[kind](options, { DIPTYCH_SIGN_IN: spoiled }).url).toBe('https://a.example');
    expect(() => SERVER_OF[kind]({}, { DIPTYCH_SIGN_IN: spoiled })).toThrow('cannot be used: it is not JSON');
  });
});

describe('The server of a data folder', () => {
  it('a folder that cannot be read is not taken for one without a server', () => {
    // As another user, with an error that root gets too.
    const path = join(folder, 'closed');
    symlinkSync(path, path);
    for (const serverOf of [adminServerOf, mediationServerOf])
      expect(() => serverOf({ data: path }, {})).toThrow('is a link, or cannot be read');
  });
});

describe('The credentials of a data folder', () => {
  it.each([
    ['--as-admin', { asAdmin: true }, {}],
    ['--token-file', { tokenFile: '/x' }, {}],
    ['DIPTYCH_TOKEN_FILE', {}, { DIPTYCH_TOKEN_FILE: '/x' }],
    ['DIPTYCH_ADMIN_TOKEN', {}, { DIPTYCH_ADMIN_TOKEN: 'x' }],
  ])('%s is never sent to the server of a context', (by, options, variables) => {
    const [{ environment }] = ROWS['the current context'] as readonly [Call, string];
    const all = { ...environment, ...variables, DIPTYCH_CONTEXT: 'variable' };
    expect(() => adminServerOf(options, all)).toThrow('no server runs on the data folder diptych-data');
    expect(() => adminServerOf({ ...options, context: 'typed' }, all)).toThrow(
      `--context typed and ${by} name two credentials`,
    );
  });
});

describe('The documentation', () => {
  it.each(['admin', 'mediation'] as const)('has the table of the %s interface', (kind) => {
    const page = readFileSync(new URL('../../../docs/integrate/command-line.md', import.meta.url), 'utf8');
    const list = (names: readonly string[]) =>
      names.map((name) => (/^(the|a) /.test(name) ? name : `\`${name}\``)).join(', ');
    const { server, credential } = PRECEDENCE[kind];
    expect(page.replace(/\s+/g, ' ')).toContain(`| ${kind} | ${list(server)} | ${list(credential)} |`);
  });
});
