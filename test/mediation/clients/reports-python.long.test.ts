import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { pythonWithGoogleClient } from '../../support/python.ts';
import { ACCOUNT, useHttpWorld } from '../http/support/world.ts';
import { DATE_RANGE, DAY, storeDay } from './support/report-data.ts';

const world = useHttpWorld();
const python = pythonWithGoogleClient();
const script = fileURLToPath(new URL('support/reports.py', import.meta.url));

it.skipIf(python === undefined)(
  'the official Python client reads all three reports, and the text of an error',
  { timeout: 60_000 },
  async () => {
    await storeDay(world());
    const token = await world().issueToken({ scopes: ['report'] });
    const parent = ACCOUNT.slice('/v1beta/'.length);
    const { stdout } = await promisify(execFile)(python as string, [script, world().url, token, parent, DAY]);
    const { mediation, network, campaign, error } = JSON.parse(stdout);
    expect(mediation.map((message: object) => Object.keys(message)[0])).toEqual([
      'header',
      'row',
      'row',
      'footer',
    ]);
    expect(mediation[0].header.dateRange).toEqual(DATE_RANGE);
    expect(mediation[1].row).toEqual({
      dimensionValues: {
        DATE: { value: DAY.replaceAll('-', '') },
        COUNTRY: { value: 'DE', displayLabel: 'Germany' },
      },
      metricValues: { ESTIMATED_EARNINGS: { microsValue: '2000000' }, IMPRESSIONS: { integerValue: '40' } },
    });
    expect(network[1].row.metricValues).toEqual({ IMPRESSIONS: { integerValue: '40' } });
    expect(campaign).toEqual([]);
    expect(error).toEqual([400, "'report_spec.metrics' is required: at least one metric."]);
  },
);
