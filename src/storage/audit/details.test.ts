import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import { fromDetails, toDetails } from './details.ts';

const large = {
  after: { lines: Array.from({ length: 50 }, (_, line) => ({ lineId: String(line), name: 'Zürich €' })) },
};

it('details of a usual group take less than a quarter of their JSON, and are read as they were', () => {
  const row = fromDetails(large);
  expect(row.details).toBeNull();
  expect(row.details_deflated!.length).toBeLessThan(JSON.stringify(large).length / 4);
  expect(row.details_length).toBe(JSON.stringify(large).length);
  expect(toDetails(row as Parameters<typeof toDetails>[0])).toEqual(large);
});

it('small and very large details are stored as JSON, which takes no processor time', () => {
  for (const details of [{ after: { a: 1 } }, { after: { a: 'x'.repeat(256 * 1024) } }])
    expect(fromDetails(details)).toMatchObject({ details: JSON.stringify(details), details_deflated: null });
});

it('of details of more than 4 MiB only the digest is stored', () => {
  const details = { before: { a: 'x'.repeat(4 * 1024 * 1024) } };
  expect(fromDetails(details)).toEqual({
    details: null,
    details_deflated: null,
    details_length: null,
    details_digest: createHash('sha256').update(JSON.stringify(details)).digest(),
  });
});

it('an entry whose compressed details are damaged has none, so that it does not match its seal', () => {
  expect(toDetails({ details: null, details_deflated: Buffer.from('damaged') })).toBeUndefined();
});
