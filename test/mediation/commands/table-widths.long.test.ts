import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { displayWidth } from '../../../src/cli/table/display-width.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { useHttpWorld } from '../http/support/world.ts';
import { doneBy, mediationOf, useToken } from './support/mediation.ts';

const world = useHttpWorld();
useToken(() => world().token.write);
const mediation = mediationOf(world);
const done = doneBy(mediation);

/** Longer than any column, and with characters of two columns. */
const long = (text: string) => `${text} ${'東京'.repeat(10)} ${'x'.repeat(40)}`.slice(0, 80);
const [APP, UNIT, GROUP, LINE] = ['App', 'Unit', 'Group', 'Line'].map(long) as [
  string,
  string,
  string,
  string,
];
const DAY = new Date(Date.now() - 3 * 86_400_000).toISOString().slice(0, 10);

beforeAll(async () => {
  await done('apps', 'create', APP, '--platform', 'android');
  await done(
    'apps',
    'create',
    'Other',
    '--platform',
    'android',
    '--store-id',
    `com.example.${'x'.repeat(60)}`,
  );
  await done('ad-units', 'create', UNIT, '--app', APP, '--format', 'interstitial');
  const create = ['groups', 'create', GROUP, '--platform', 'android', '--format', 'interstitial'];
  await done(
    'mappings',
    'create',
    '--ad-unit',
    UNIT,
    '--source',
    'AppLovin',
    '--value',
    'SDK Key=k',
    '--name',
    LINE,
  );
  await done(...create, '--ad-unit', UNIT, '--line', 'AppLovin=12345.67');
  await done('groups', 'set', GROUP, '--region', 'DE', '--region', 'AT', '--priority', '10');
  await done('keys', 'create', long('Key'), '--app', APP);
  await done(
    'experiments',
    'start',
    GROUP,
    '--name',
    long('Experiment'),
    '--percent',
    '50',
    '--cpm',
    'AppLovin=4',
  );
  const file = join(temporaryFolder('widths'), 'own.csv');
  const row = `${DAY},${UNIT},AppLovin,DE,999999999,999999999,999999999,999999999,123456789.12`;
  const heading = 'date,adUnitId,adSourceId,country,adRequests,matchedRequests,impressions,clicks,revenue';
  writeFileSync(file, `${heading}\n${row}\n`);
  await done('statistics', 'import', file, '--source', 'csv');
});

const days = ['--dates', `${DAY}..${DAY}`];

const TABLES: readonly (readonly string[])[] = [
  ['accounts'],
  ['ad-sources'],
  ['adapters', 'AppLovin'],
  ['adapters', 'Chartboost'],
  ['apps', 'list'],
  ['ad-units', 'list'],
  ['keys', 'list', '--app', APP],
  ['mappings', 'list'],
  ['groups', 'list'],
  ['groups', 'show', GROUP],
  ['groups', 'history', GROUP],
  ['experiments', 'list'],
  ['experiments', 'list', GROUP],
  ['experiments', 'show', GROUP],
  ['resolve', '--app', APP, '--ad-unit', UNIT, '--country', 'DE'],
  ['reports', 'mediation', ...days],
  ['reports', 'mediation', ...days, '--by', 'date,ad-unit,source,country'],
  ['reports', 'mediation', ...days, '--by', 'date,app,ad-unit,group,source,country,format,platform'],
];

/** The lines of tables: behind a line of headings, until an empty line. */
function tableLines(text: string): readonly string[] {
  const parts = text.split('\n\n').map((part) => part.split('\n'));
  return parts.flatMap((lines) => {
    const head = lines.findIndex((line) => /^[A-Z]/.test(line) && line === line.toUpperCase());
    return head < 0 ? [] : lines.slice(head);
  });
}

const idsIn = (lines: readonly string[]) =>
  lines.flatMap((line) => line.match(/(?<=^| )(?:ca-app-pub-\d{16}[/~]\d{10}|pk_\S+|\d{10,})(?= |$)/g) ?? []);

describe('Tables of the longest names, ids and amounts', () => {
  it.each(TABLES.map((words) => [words.join(' ').slice(0, 60), words] as const))(
    '“%s” fits 100 columns, with ids that can be pasted',
    async (_, words) => {
      const { exit, out, err } = await mediation(...words);
      expect(exit, err).toBe(0);
      const lines = tableLines(out);
      expect(lines.length, out).toBeGreaterThan(1);
      expect(Math.max(...lines.map(displayWidth)), out).toBeLessThanOrEqual(100);
      const wide = await mediation(...words, '--wide');
      expect(idsIn(lines)).toEqual(expect.arrayContaining(idsIn(tableLines(wide.out))));
    },
  );
});
