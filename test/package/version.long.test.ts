import { execFileSync } from 'node:child_process';
import { expect, it } from 'vitest';
import { VERSION } from '../../src/server/version.ts';
import { MIGRATION_NAMES } from '../../src/storage/migrations/index.ts';
import { BIN } from '../support/bin.ts';

it('the command with the files of the package prints its version and the last migration', () => {
  const printed = execFileSync(process.execPath, [BIN, '--version'], { encoding: 'utf8' });
  expect(printed).toBe(`${VERSION} (commit unknown, schema ${MIGRATION_NAMES.at(-1)})\n`);
});
