import { execFile } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type Messages, messagesIn, type OwnMessages } from '../../console/src/messages/index.ts';
import { mediationWords } from '../../console/src/messages/mediation-console.ts';
import { operatorsWords } from '../../console/src/messages/operators.ts';
import { STEPS } from '../../src/admin/keys/compromise-facts.ts';
import { DRILL_COMMAND } from '../../src/client/drills.ts';
import { COMMAND_NAMES, withTypedCommands } from '../../src/conventions/command-names.ts';
import { commandOn } from '../../src/server/process/own-command.ts';
import { diptych } from '../support/cli.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { useWorld } from '../support/use-world.ts';
import { WITH_CONSOLES } from '../support/world.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const BIN = `${ROOT}bin/diptych.js`;
const HERE = `node ${relative(process.cwd(), BIN)}`;

const MARK = 'as it is typed';
/** Whether a text has a command that would be typed otherwise in a clone. */
const hasCommand = (text: string) => withTypedCommands(text, MARK) !== text;

const folder = temporaryFolder('as-typed');

describe('Commands that commands print in a clone', () => {
  let script: string | undefined;
  beforeAll(() => {
    [, script] = process.argv;
    process.argv[1] = BIN;
  });
  afterAll(() => {
    process.argv[1] = script ?? '';
  });

  it.each(COMMAND_NAMES)('the help of %s', async (name) => {
    const { out } = await diptych(name, '--help');
    expect(out).toContain(`Usage: ${HERE} ${name}`);
    expect(hasCommand(out)).toBe(false);
  });

  it.each([
    [['wallet', 'status', '--state', `${folder}/none.json`], 'wallet register'],
    [['mediation', 'groups', 'list'], 'mediation login'],
    [['contexts', 'use', 'none'], 'contexts list'],
    [['wallet', 'register', '--fault', 'none', '--server', 'http://127.0.0.1:9'], 'wallet faults'],
  ])('what is wrong with %j', async (args, then) => {
    vi.stubEnv('HOME', folder);
    const { err } = await diptych(...args);
    vi.unstubAllEnvs();
    expect(err).toContain(`${HERE} ${then}`);
    expect(hasCommand(err)).toBe(false);
  });

  it('a remedy of the doctor, in text but not in JSON', async () => {
    const { out } = await diptych('doctor', '--data', folder);
    expect(out).not.toBe('');
    expect(hasCommand(out)).toBe(false);
  });
});

describe('Commands that a server answers', () => {
  const world = useWorld({ settings: WITH_CONSOLES });

  it('are as in the documentation, and those who show them know how they are typed', async () => {
    const { connection, server } = world();
    const answer = await fetch(`${server.adminUrl}/admin/v1/holders/none`, {
      headers: { authorization: `Bearer ${connection.token}` },
    });
    expect(await answer.text()).toContain('diptych holders list');
    const page = await (await fetch(`${server.adminUrl}/console/`)).text();
    if (!page.includes('npm run setup'))
      expect(page).toMatch(/^<!doctype html>\s*<html data-command="DIPTYCH_DATA=\S+ diptych" /i);
    const { err } = await diptych(
      'holders',
      'show',
      'none',
      '--admin-url',
      connection.url,
      '--data',
      world().folder,
    );
    expect(err).toContain('diptych holders list');
  });
});

/** Runs a command line as a shell does, in an empty folder. */
const inShell = (line: string, cwd = temporaryFolder('shell')) =>
  new Promise<string>((done) => {
    execFile('sh', ['-c', line], { cwd }, (_, out, err) => done(out + err));
  });

describe('Commands that a command with --data prints', () => {
  const world = useWorld({ settings: WITH_CONSOLES });

  it('reach the same server, from where the person is', async () => {
    const [, script = ''] = process.argv;
    process.argv[1] = BIN;
    const { out } = await diptych('users', 'invite', 'new@example.com', '--data', world().folder);
    process.argv[1] = script;
    const [, role = ''] = /To give them: (.+ users role), /.exec(out) ?? [];
    expect(role).toBe(`DIPTYCH_DATA=${world().folder} ${HERE} users role`);
    expect(await inShell(`${role} new@example.com operator`, process.cwd())).toContain(
      'new@example.com is operator, active',
    );
  });
});

describe('Commands that a console lets people copy', () => {
  const world = useWorld({ settings: WITH_CONSOLES });
  const tables = [operatorsWords, mediationWords].map((own) => messagesIn(own, 'en'));
  const copied = new Set(tables.flatMap(textsOf).filter((text) => /^diptych [^.]+$/.test(text)));

  it.each([...copied, 'diptych console', DRILL_COMMAND])(
    '%s reaches the server, although its data folder is not the default one',
    async (text) => {
      const printed = await inShell(withTypedCommands(text, commandOn(world().folder, `node ${BIN}`)));
      expect(printed).not.toBe('');
      expect(printed).not.toMatch(/no server runs|diptych-data|unknown|not found: diptych/);
    },
    30_000,
  );

  it('there are some, and in a folder without a server they fail', async () => {
    expect(copied.size).toBeGreaterThan(3);
    expect(await inShell(withTypedCommands('diptych console', `node ${BIN}`))).toContain('no server runs');
  });
});

/** All texts of a table of messages. */
function textsOf(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value];
  // Some take a list or an object first.
  if (typeof value === 'function')
    return ['1', ['1'], {}].flatMap((first) => {
      try {
        return [String(value(first, '2', '3'))];
      } catch {
        return [];
      }
    });
  return Object.values(value as object).flatMap(textsOf);
}

describe('Commands in the messages of the consoles', () => {
  it.each<[string, OwnMessages]>([
    ['operators', operatorsWords],
    ['mediation', mediationWords],
  ])('%s: they begin as the page says', (_, own) => {
    vi.stubGlobal('document', { documentElement: { dataset: { command: HERE } } });
    const messages: Messages = messagesIn(own, 'en');
    const texts = textsOf(messages);
    vi.unstubAllGlobals();
    expect(texts.some((text) => text.includes(`${HERE} console`))).toBe(true);
    expect(texts.filter(hasCommand)).toEqual([]);
  });
});

/** The texts in a source: of literals, templates and JSX. */
function literalsOf(path: string, isIn = (_: ts.Node) => true): readonly string[] {
  const text = readFileSync(ROOT + path, 'utf8');
  const source = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
  const found: string[] = [];
  const visit = (node: ts.Node, isWanted: boolean): void => {
    const isHere = isWanted || isIn(node);
    if (isHere) take(node);
    ts.forEachChild(node, (child) => visit(child, isHere));
  };
  const take = (node: ts.Node): void => {
    if (ts.isStringLiteralLike(node) || ts.isJsxText(node) || ts.isTemplateHead(node)) found.push(node.text);
    if (ts.isTemplateMiddle(node) || ts.isTemplateTail(node)) found.push(node.text);
  };
  visit(source, false);
  return found;
}

/** Sources whose text passes the check. To parse one takes far longer than to search it. */
const filesOf = (passes: (text: string) => boolean, ...patterns: readonly string[]) =>
  globSync(patterns, { cwd: ROOT }).filter(
    (path) => !path.includes('.test.') && passes(readFileSync(ROOT + path, 'utf8')),
  );

describe('Commands in sources', () => {
  it('no screen of a console has one outside of the messages', () => {
    const screens = 'console/src/**/*.tsx';
    expect(filesOf(() => true, screens).length).toBeGreaterThan(100);
    expect(filesOf(hasCommand, screens).filter((path) => literalsOf(path).some(hasCommand))).toEqual([]);
  });

  it('steps after a compromise have whole ones, which the screen shows as they are typed', () => {
    const steps = Object.values(STEPS).flat();
    expect(steps.some(hasCommand)).toBe(true);
    expect(steps.filter((step) => /(?<!diptych )\bkeys [a-z]/.test(step))).toEqual([]);
    const screen = readFileSync(`${ROOT}console/src/operators/screens/keys/compromises.tsx`, 'utf8');
    expect(screen).toContain('{typed(step)}');
  });

  it('nothing that is printed as data has one', () => {
    const prints = /\b(writeOut|writeErrorJson)\b/;
    const isPrinting = (node: ts.Node) =>
      ts.isCallExpression(node) && /^(writeOut|writeErrorJson)$/.test(node.expression.getText());
    const files = filesOf((text) => prints.test(text), 'src/cli/**/*.ts', 'src/demo/**/*.ts');
    const printed = files.map((path) => [path, literalsOf(path, isPrinting)] as const);
    expect(printed.filter(([, texts]) => texts.length > 0).length).toBeGreaterThan(3);
    expect(printed.filter(([, texts]) => texts.some(hasCommand))).toEqual([]);
  });

  it('no page that the server makes has one', () => {
    const files = filesOf((text) => text.includes('html`'), 'src/http/**/*.ts');
    expect(files.length).toBeGreaterThan(5);
    expect(files.filter((path) => literalsOf(path).some(hasCommand))).toEqual([]);
  });
});
