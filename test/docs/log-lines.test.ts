import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { checkLog } from '../support/log-check.ts';
import { startServing } from '../support/world.ts';
import { COMMON_FIELDS, LOG_FIELDS, LOG_LINES } from './reference/log-lines.ts';

const SERVER = fileURLToPath(new URL('../../src/server', import.meta.url));
const LINES = Object.values(LOG_LINES).flat();

const sources = globSync('**/*.ts', { cwd: SERVER, exclude: ['docs/**', '**/*.test.ts'] })
  .map((file) => readFileSync(`${SERVER}/${file}`, 'utf8'))
  .join('\n');

describe('The documentation of the log', () => {
  it('every documented line is in the sources', () => {
    const words = LINES.map(({ msg }) => msg.replace(/ ?…$/, ''));
    expect(words.filter((msg) => !sources.includes(msg))).toEqual([]);
  });

  it('every member of a line is described, and every described member is in a line', () => {
    const used = new Set([...COMMON_FIELDS, ...LINES.flatMap(({ fields }) => fields)]);
    expect(Object.keys(LOG_FIELDS).toSorted()).toEqual([...used].toSorted());
  });

  it('what a server writes in a test is compared with it: each line, its members and its level', async () => {
    const serving = await startServing();
    await serving.close();
    const [line = ''] = serving.log;
    expect(() => checkLog([line.replace('"baseline"', '"secret"')])).toThrow(
      'the member secret of "configuration"',
    );
    expect(() => checkLog([line.replace('"configuration"', '"new line"')])).toThrow('the line "new line"');
    expect(() => checkLog([line.replace('"level":30', '"level":50')])).toThrow('the level 50');
  });
});
