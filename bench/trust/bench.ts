import type { Bench } from '../harness/bench.ts';
import { statusBench } from '../status/bench.ts';
import { encryptionReport } from './encryption.ts';

/** What encrypted records and status lists cost, with and without in one run. */
export const trustBench: Bench = async (options) => {
  const encryption = await encryptionReport(options);
  const status = await statusBench(options);
  return {
    title: 'trust: encrypted records, and status lists',
    unit: 'piece',
    notes: [...encryption.notes, ...status.notes],
    rows: [...encryption.rows, ...status.rows],
    comparisons: [...encryption.comparisons, ...status.comparisons],
    figures: [...(encryption.figures ?? []), ...(status.figures ?? [])],
  };
};
