import { describe, it } from 'vitest';
import { useWorld } from '../../support/use-world.ts';
import { amid, race, settings } from './race.ts';
import { MOST_READS, OVERTAKERS, PRELUDE, READERS } from './steps.ts';

const manual = useWorld({ settings: { ...settings, 'issuer.decisions': 'manual' } });

describe('If another request overtakes a request between two of its reads, they end as if one came after the other:', () => {
  const starts = [PRELUDE, PRELUDE.filter(({ kind }) => kind !== 'prove')];
  const meetings = starts.flatMap((start) =>
    OVERTAKERS.flatMap((other) =>
      Array.from({ length: MOST_READS }, (_, index) => ({ start, other, place: index + 1 })),
    ),
  );

  it.each(READERS)('$kind, choice $choice', async (one) => {
    for (const { start, other, place } of meetings)
      await race(manual(), 'manual', start, [one, other], amid(place));
  });
});
