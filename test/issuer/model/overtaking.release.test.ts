import { describe, it } from 'vitest';
import { useWorld } from '../../support/use-world.ts';
import { amid, race, settings } from './race.ts';
import { MOST_READS, OVERTAKERS, PRELUDE, READERS } from './steps.ts';

const manual = useWorld({ settings: { ...settings, 'issuer.decisions': 'manual' } });

describe('A request that another request overtakes between two of its reads', () => {
  const starts = [PRELUDE, PRELUDE.filter(({ kind }) => kind !== 'prove')];
  const meetings = starts.flatMap((start) =>
    OVERTAKERS.flatMap((other) =>
      Array.from({ length: MOST_READS }, (_, index) => ({ start, other, place: index + 1 })),
    ),
  );

  it.each(READERS)(
    'an overtaken request ends as if one came after the other: $kind, choice $choice',
    async (one) => {
      for (const { start, other, place } of meetings)
        await race(manual(), 'manual', start, [one, other], amid(place));
    },
  );
});
