import { execFile } from 'node:child_process';
import { cpSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, it } from 'vitest';
import { callAdmin } from '../../../src/cli/admin/client.ts';
import { openVisit } from '../../console/browser/support/visit.ts';
import { PASSWORD } from '../../console/support/people.ts';
import { startChromium } from '../../support/chromium.ts';
import { mdl } from '../../support/records.ts';
import { startProcess } from '../../support/server-process.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { HOOK_TIMEOUT } from '../../support/use-world.ts';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
const copy = join(temporaryFolder('new-method'), 'diptych');

/** The files that a person edits for a list and an action of codes, each with its change. */
const EDITS: Readonly<Record<string, (text: string) => string>> = {
  'src/admin/contract/codes/methods.ts': (text) =>
    text.replace(
      '  revokeCode: {',
      `  listSpentCodes: {
    http: ['GET', '/admin/v1/spentCodes'],
    role: 'viewer',
    command: 'codes spent',
    summary: 'List spent codes',
    request: Type.Object({ ...page }, closed),
    response: Type.Object({ codes: Type.Array(CodeView), nextPageToken }),
  },
  retireCode: {
    http: ['POST', '/admin/v1/codes/{id}:retire'],
    role: 'operator',
    final: true,
    audit: ['code.revoke'],
    command: 'codes retire',
    summary: 'Retire a code',
    request: Type.Object({ id: Id('Id of the code.') }, closed),
    response: CodeView,
  },
  revokeCode: {`,
    ),
  'src/admin/codes/list-spent-codes.ts': () => `import { CODE_METHODS } from '../contract/codes/methods.ts';
import { issuer, operation } from '../operation/operation.ts';
import { codeView } from './list-codes.ts';

export const listSpentCodes = operation(CODE_METHODS.listSpentCodes, {
  needs: issuer,
  async run({ store, clock }) {
    const rows = await store.read((reader) => reader.listCodes({ limit: 10 }));
    return { codes: rows.map((row) => codeView(row, clock())).filter(({ state }) => state !== 'open') };
  },
});
`,
  'src/admin/codes/retire-code.ts': () => `import { CODE_METHODS } from '../contract/codes/methods.ts';
import { issuer, operation } from '../operation/operation.ts';
import { revokeCode } from './revoke-code.ts';

export const retireCode = operation(CODE_METHODS.retireCode, { needs: issuer, run: revokeCode.run });
`,
  'src/admin/contract/codes/words.ts': (text) =>
    text.replace(
      '    revokeCode: {',
      `    listSpentCodes: {
      rows: 'codes',
      columns: [
        ['id', 'code id', 'id'],
        ['state', 'state', 'state'],
      ],
      examples: ['diptych codes spent'],
    },
    retireCode: {
      name: 'Retire',
      ask: 'Retire this code',
      effect: 'Nobody can use it any more.',
      done: '{it} is {state}',
      examples: ['diptych codes retire c-1'],
    },
    revokeCode: {`,
    ),
};

const run = promisify(execFile);
const inCopy = (...args: readonly string[]) =>
  run(process.execPath, args, { cwd: copy, maxBuffer: 64 << 20 }).then(({ stdout }) => stdout);
const textOf = (file: string) => readFileSync(join(copy, file), 'utf8');

beforeAll(async () => {
  const isCopied = (path: string) => !['node_modules', '.git'].includes(basename(path));
  cpSync(ROOT, copy, { recursive: true, filter: isCopied });
  symlinkSync(join(ROOT, 'node_modules'), join(copy, 'node_modules'));
  for (const [file, change] of Object.entries(EDITS)) {
    const before = file.startsWith('src/admin/codes/') ? '' : textOf(file);
    const after = change(before);
    if (after === before) throw new Error(`the change of ${file} does not apply`);
    writeFileSync(join(copy, file), after);
  }
  await inCopy('scripts/docs.js');
}, 4 * HOOK_TIMEOUT);

describe('A new method of the administration: a list and an action', () => {
  it('at most four files are edited by hand', () => {
    expect(Object.keys(EDITS).length).toBeLessThanOrEqual(4);
  });

  it('npm run docs lists the operations, and the methods in the reference', () => {
    expect(textOf('src/admin/operations.ts')).toContain(
      "export { retireCode } from './codes/retire-code.ts'",
    );
    expect(textOf('docs/reference/admin-methods.md')).toContain('`diptych codes spent`');
    expect(textOf('docs/reference/admin-methods.md')).toContain('`diptych codes retire`');
  });

  it('the command line has both commands, with help', async () => {
    const help = await inCopy('bin/diptych.js', 'codes', '--help');
    expect(help).toMatch(/spent .*List spent codes/);
    expect(help).toMatch(/retire .*Retire a code/);
    expect(await inCopy('bin/diptych.js', 'codes', 'spent', '--help')).toMatch(/Example:\n.* codes spent/);
    expect(await inCopy('bin/diptych.js', 'codes', 'retire', '--help')).toContain('--yes');
  });

  it('the server answers both, and describes them in its OpenAPI document', async () => {
    const server = await startProcess(join(copy, 'data-of-test'), {}, join(copy, 'bin/diptych.js'));
    try {
      const { url, token } = server.connection;
      const headers = { authorization: `Bearer ${token}` };
      const { paths } = (await (await fetch(`${url}/openapi/admin.json`)).json()) as { paths: object };
      expect(Object.keys(paths)).toEqual(
        expect.arrayContaining(['/admin/v1/spentCodes', '/admin/v1/codes/{id}:retire']),
      );
      const list = await fetch(`${url}/admin/v1/spentCodes`, { headers });
      expect([list.status, await list.json()]).toEqual([200, { codes: [] }]);
      const action = await fetch(`${url}/admin/v1/codes/none:retire`, { method: 'POST', headers });
      expect(action.status).toBe(404);
    } finally {
      await server.kill();
    }
  });

  it('the console shows the list as a screen, with the action and its question on each row', async () => {
    await inCopy('console/build/main.ts');
    const server = await startProcess(join(copy, 'data-of-console'), {}, join(copy, 'bin/diptych.js'));
    const browser = await startChromium();
    try {
      const { connection } = server;
      await callAdmin(connection, 'importHolders', { holders: [{ id: 'h-1', elements: mdl() }] });
      const { id } = await callAdmin(connection, 'issueCode', { holderId: 'h-1' });
      await callAdmin(connection, 'revokeCode', { id });
      const { url } = await callAdmin(connection, 'startConsole', {});
      const { page, faults } = await openVisit(browser, url);
      await page.getByLabel('Email').fill('ada@example.com');
      await page.getByLabel('New password').fill(PASSWORD);
      await page.getByRole('button', { name: 'Create administrator' }).click();
      await page.getByRole('link', { name: 'Spent codes' }).click();
      await page.getByRole('heading', { name: 'Spent codes' }).waitFor();
      await page.getByRole('columnheader').first().waitFor();
      expect(await page.getByRole('columnheader').allInnerTexts()).toEqual(['Code id', 'State', 'Actions']);
      await page.getByRole('button', { name: `Retire ${id}` }).click();
      const dialog = page.getByRole('dialog', { name: 'Retire this code?' });
      await dialog.getByText('Nobody can use it any more.').waitFor();
      await dialog.getByRole('button', { name: 'Retire', exact: true }).click();
      await dialog.waitFor({ state: 'detached' });
      await page.getByText('The code is revoked.').waitFor();
      expect(faults).toEqual([]);
    } finally {
      await browser.close();
      await server.kill();
    }
  });
});
