import fc from 'fast-check';
import { describe, it } from 'vitest';
import { property } from '../../support/runs.ts';
import { useWorld } from '../../support/use-world.ts';
import { atOnce, play, race, settings } from './race.ts';
import { anyStep, PRELUDE, RIVALS, WITHOUT_CLOCK } from './steps.ts';

const automatic = useWorld({ settings });
const manual = useWorld({ settings: { ...settings, 'issuer.decisions': 'manual' } });

describe.each([
  ['automatic', automatic],
  ['manual', manual],
] as const)('Random sequences of requests where decisions are %s', (decisions, world) => {
  it('any sequence of requests, decisions, clock changes and sweeps reaches only states that the specification allows', async () => {
    const steps = fc.array(anyStep(), { minLength: 5, maxLength: 30 });
    await fc.assert(
      fc.asyncProperty(fc.boolean(), steps, async (isStarted, drawn) => {
        await play(world(), decisions, [...(isStarted ? PRELUDE : []), ...drawn]);
      }),
      property(4),
    );
  });

  it('any two concurrent requests end as if one came after the other', async () => {
    const rival = anyStep(RIVALS);
    await fc.assert(
      fc.asyncProperty(fc.array(anyStep(), { maxLength: 8 }), rival, rival, async (steps, one, other) => {
        await race(world(), decisions, [...PRELUDE, ...steps], [one, other], atOnce);
      }),
      property(8),
    );
  });

  it('concurrent devices do not affect each other', async () => {
    const lives = fc.array(fc.array(anyStep(WITHOUT_CLOCK), { maxLength: 12 }), {
      minLength: 6,
      maxLength: 6,
    });
    await fc.assert(
      fc.asyncProperty(lives, async (drawn) => {
        await Promise.all(drawn.map((steps) => play(world(), decisions, [...PRELUDE, ...steps])));
      }),
      property(1),
    );
  });
});
