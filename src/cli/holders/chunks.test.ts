import { expect, it } from 'vitest';
import { chunksOf } from '../../client/import/chunks.ts';
import { hasFewValues } from '../../conventions/strict-json.ts';
import { sendable } from './check.ts';
import type { FileReport } from './report.ts';
import type { RecordProblem } from './text-file.ts';

const record = (id: string, elements: number) => ({
  id,
  documentType: 'org.iso.18013.5.1.mDL',
  elements: {
    'org.iso.18013.5.1': Object.fromEntries(Array.from({ length: elements }, (_, n) => [`e${n}`, n])),
  },
});

async function* source(records: readonly object[]) {
  for (const [index, one] of records.entries()) {
    yield { place: `record ${index + 1}`, record: one, problems: [] };
  }
}

it("splits records with many elements into bodies within the server's limit", async () => {
  const problems: string[] = [];
  const report = {
    refuse: (_: unknown, [first]: readonly RecordProblem[]) => problems.push(first?.problem ?? ''),
  } as unknown as FileReport;
  const records = [...Array.from({ length: 200 }, (_, n) => record(`h${n}`, 150)), record('large', 20_000)];
  let sent = 0;
  for await (const chunk of chunksOf(sendable(source(records), report))) {
    const holders = chunk.map(({ holder }) => holder);
    expect(hasFewValues(Buffer.from(JSON.stringify({ holders })))).toBe(true);
    sent += holders.length;
  }
  expect(sent).toBe(200);
  expect(problems).toEqual(['has more than 19990 values']);
});
