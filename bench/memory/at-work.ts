import { join } from 'node:path';
import { dayText } from '../../src/mediation/statistics/days.ts';
import { AUTH_KEYS, activePhone } from '../issuer/phone.ts';
import { type ProcessMemory, processMemory } from '../load/process-tree.ts';
import { type Served, serve } from '../load/serve.ts';
import { accessToken } from '../mediation/access-token.ts';
import { ACCOUNT } from '../mediation/sample.ts';
import { FIRST_DAY, type Size } from '../reports/sizes.ts';
import { filledStore } from '../reports/store.ts';

export const WRITERS = 64;

/** The memory of a server of the package after the work. */
async function memoryAfter(
  root: string,
  data: string,
  work: (served: Served) => Promise<void>,
): Promise<ProcessMemory> {
  const served = await serve(data, 1, {}, join(root, 'bin/diptych.js'));
  try {
    await work(served);
    return processMemory(served.pid);
  } finally {
    await served.stop();
  }
}

/** So many phones at once register, get a credential with a portrait and 10 MSOs, and 10 new MSOs again and again. */
export const writersMemory = (root: string, data: string, refreshes: number): Promise<ProcessMemory> =>
  memoryAfter(root, data, async () => {
    const phones = await Promise.all(
      Array.from({ length: WRITERS }, (_, number) => activePhone(data, `bench-${number}`)),
    );
    for (let left = refreshes; left > 0; left -= 1)
      await Promise.all(phones.map(({ device }) => device.refresh(AUTH_KEYS)));
  });

const dateOf = (number: number) => {
  const [year, month, day] = dayText(number).split('-').map(Number);
  return { year, month, day };
};

async function readReport(url: string, token: string, { days }: Size, dimensions: readonly string[]) {
  const answer = await fetch(`${url}/v1beta/${ACCOUNT}/mediationReport:generate`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({
      reportSpec: {
        dateRange: { startDate: dateOf(FIRST_DAY), endDate: dateOf(FIRST_DAY + days - 1) },
        dimensions,
        metrics: ['AD_REQUESTS', 'IMPRESSIONS', 'CLICKS', 'ESTIMATED_EARNINGS', 'OBSERVED_ECPM'],
      },
    }),
  });
  let end = '';
  for await (const bytes of answer.body ?? []) end = `${end}${Buffer.from(bytes).toString()}`.slice(-1000);
  const [, rows] = /"matchingRowCount": ?"(\d+)"/.exec(end) ?? [];
  if (answer.status !== 200 || !(Number(rows) > 0)) throw new Error(`no report: ${answer.status} ${end}`);
}

/** What is asked about a year. */
const REPORTS: readonly (readonly string[])[] = [['DATE'], ['MONTH', 'AD_UNIT', 'AD_SOURCE_INSTANCE']];

/** The memory of a server after each report, which a client reads. */
export async function reportsMemory(
  root: string,
  data: string,
  size: Size,
): Promise<readonly { readonly by: string; readonly memory: ProcessMemory }[]> {
  const store = await filledStore(data, size, false);
  await store.close();
  const found = [];
  for (const dimensions of REPORTS) {
    const memory = await memoryAfter(root, data, async ({ url }) => {
      const token = await accessToken(data, 'report');
      await readReport(url, token, size, dimensions);
    });
    found.push({ by: dimensions.join(', '), memory });
  }
  return found;
}
