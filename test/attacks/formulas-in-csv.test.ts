import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { reportCsv } from '../../src/cli/mediation/commands/reports/report-text.ts';
import { diptych, to } from '../support/cli.ts';
import { mdl } from '../support/records.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { useWorld } from '../support/use-world.ts';

// Somebody names a holder, an app or an ad unit like a formula, and waits until a colleague opens an export in a spreadsheet.

const world = useWorld();
const folder = temporaryFolder('formulas');
const FORMULAS = [`=HYPERLINK("https://evil.example";"a")`, '+1+1', '-1+1', '@SUM(A1)', '=cmd|x'];

/** A cell that a spreadsheet calculates, at the beginning of a line or behind a separator. */
const CALCULATED = /(?:^|[,\n])"?[=+@]|(?:^|[,\n])"?-(?!\d+(?:\.\d+)?"?(?:[,\n]|$))/;

describe('Formulas in CSV', () => {
  it('codes issue --out writes none', async () => {
    const holders = FORMULAS.map((id) => ({ id, elements: mdl() }));
    await world().admin('importHolders', { holders });
    const file = join(folder, 'ids.csv');
    const out = join(folder, 'codes.csv');
    writeFileSync(file, `id\n${FORMULAS.map((id) => `"${id.replaceAll('"', '""')}"`).join('\n')}\n`);
    const { exit, err } = await diptych('codes', 'issue', '--file', file, '--out', out, ...to(world()));
    expect({ exit, err }).toMatchObject({ exit: 0 });
    const text = readFileSync(out, 'utf8');
    expect(text.split('\n')).toHaveLength(FORMULAS.length + 2);
    expect(text).not.toMatch(CALCULATED);
    // What was written is read back as the same ids.
    const again = await diptych('codes', 'issue', '--file', out, ...to(world()));
    expect(again).toMatchObject({ exit: 0 });
  });

  it.each(FORMULAS)('mediation reports --csv writes none, and keeps negative amounts: %s', (name) => {
    const rows = [
      {
        dimensionValues: { APP: { value: 'ca-app-pub-1~1', displayLabel: name } },
        metricValues: { ESTIMATED_EARNINGS: { microsValue: '-1500000' } },
      },
    ];
    const text = reportCsv(rows as never, { dimensions: ['APP'], metrics: ['ESTIMATED_EARNINGS'] } as never);
    expect(text).not.toMatch(CALCULATED);
    expect(text).toMatch(/,-1\.50*$/);
  });
});
