import { expect, it, vi } from 'vitest';
import type { ConfigurationFile } from '../../../src/mediation/as-code/schema.ts';
import { useWorld } from '../domain/support/world.ts';
import { benchOf, EXTENDED } from './support/bench.ts';

const world = useWorld();
const GROUPS = 60;

const fileWith = (cpm: string): ConfigurationFile => ({
  version: 1,
  publisher: 'pub-0000000000000000',
  adUnits: { start: 'ca-app-pub-0000000000000000/1111111111' },
  groups: Object.fromEntries(
    Array.from({ length: GROUPS }, (_, index) => [
      `group-${index}`,
      {
        name: `Group ${index}`,
        platform: 'ANDROID' as const,
        format: 'BANNER' as const,
        adUnits: ['start'],
        lines: { applovin: { source: 'AppLovin', cpm } },
      },
    ]),
  ),
});

it('each change is noted once, and the lock file is written once for a run', async () => {
  const bench = benchOf(world(), await world().publisher(), EXTENDED);
  const [note, write] = [vi.spyOn(bench.lock, 'note'), vi.spyOn(bench.lock, 'write')];
  const counts = async (file: ConfigurationFile) => {
    note.mockClear();
    write.mockClear();
    const steps = await bench.apply(file);
    expect(steps.every(({ result }) => result === 'done')).toBe(true);
    // The lock of the bench writes when it notes.
    const notes = note.mock.calls.length;
    return { notes, writes: write.mock.calls.length - notes };
  };
  expect(await counts(fileWith('1.50'))).toEqual({ notes: GROUPS, writes: 1 });
  expect(await counts(fileWith('1.75'))).toEqual({ notes: GROUPS, writes: 1 });
  expect(await counts(fileWith('1.75'))).toEqual({ notes: 0, writes: 1 });
});
