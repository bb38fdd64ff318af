import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { overtaken } from '../../support/overtake.ts';
import { property } from '../../support/runs.ts';
import { useWorld } from '../../support/use-world.ts';
import type { World } from '../../support/world.ts';
import { type Action, apply, type Model, newModel, statusesOf } from './model.ts';
import {
  advanceOf,
  anyStep,
  CODE_TTL,
  HOUR,
  MOST_READS,
  OVERTAKERS,
  PRELUDE,
  READERS,
  RIVALS,
  resolve,
  type Step,
  WITHOUT_CLOCK,
} from './steps.ts';
import { newSystem, observe, perform, type System } from './system.ts';

const settings = {
  'issuer.pendingTtlSeconds': HOUR / 1000,
  'issuer.challengedTtlSeconds': HOUR / 1000,
  'issuer.acceptedTtlSeconds': HOUR / 1000,
  'issuer.codeTtlSeconds': CODE_TTL / 1000,
  // The model knows no limit.
  'issuer.codes.wrongPerDevice': 10_000,
  'issuer.codes.wrongInAll': 10_000,
};
const automatic = useWorld({ settings });
const manual = useWorld({ settings: { ...settings, 'issuer.decisions': 'manual' } });

/** Takes a step in both; the outcome and every status must be the same. */
async function take(system: System, before: Model, step: Step, history: string[]): Promise<Model> {
  const { world } = system;
  if (step.kind === 'advance') world.advance(advanceOf(step));
  const action = resolve(step, before, system, world.now());
  if (!action && step.kind !== 'advance') return before;
  history.push(JSON.stringify(action ?? { advance: advanceOf(step) }));
  let model = before;
  if (action) {
    const applied = apply(before, action, world.now());
    model = applied.model;
    expect(await perform(system, action), history.join('\n')).toBe(applied.outcome);
  }
  if (model.isRegistered)
    expect(await observe(system, model), history.join('\n')).toEqual(statusesOf(model, world.now()));
  return model;
}

async function play(world: World, decisions: Model['decisions'], steps: readonly Step[]) {
  const system = await newSystem(world);
  const history: string[] = [];
  let model = newModel(decisions, HOUR);
  for (const step of steps) model = await take(system, model, step, history);
  return { system, model, history };
}

/** Outcomes and statuses after the actions, one after the other, in each order. */
function serially(model: Model, [one, other]: readonly [Action, Action], now: number) {
  const orders = [
    [one, other],
    [other, one],
  ] as const;
  return orders.map(([first, second]) => {
    const before = apply(model, first, now);
    const after = apply(before.model, second, now);
    const outcomes = first === one ? [before.outcome, after.outcome] : [after.outcome, before.outcome];
    return { outcomes, model: after.model };
  });
}

/** How two things meet. */
type Meet = <One, Other>(
  world: World,
  one: () => Promise<One>,
  other: () => Promise<Other>,
) => Promise<[One, Other]>;

const atOnce: Meet = (_, one, other) => Promise.all([one(), other()]);

/** The other one is done between two statements with which the one reads. */
const amid =
  (place: number): Meet =>
  (world, one, other) =>
    overtaken(world, (_, count) => count === place, one, other);

/** Two things on one device that meet must end as one after the other, in either order. */
async function race(
  world: World,
  decisions: Model['decisions'],
  steps: readonly Step[],
  rivals: readonly Step[],
  meet: Meet,
) {
  const { system, model, history } = await play(world, decisions, steps);
  const now = world.now();
  const [one, other] = rivals.map((step) => resolve(step, model, system, now));
  if (!one || !other || !model.isRegistered) return;
  const orders = serially(model, [one, other], now);
  const outcomes = await meet(
    world,
    () => perform(system, one),
    () => perform(system, other),
  );
  const ids = {
    proofings: Object.assign({}, ...orders.map((order) => order.model.proofings)),
    credentials: Object.assign({}, ...orders.map((order) => order.model.credentials)),
  };
  const observed = { outcomes, ...(await observe(system, ids)) };
  const expected = orders.map((order) => {
    const { proofings, credentials } = statusesOf(order.model, now);
    return {
      outcomes: order.outcomes,
      proofings: { ...unknown(ids.proofings), ...proofings },
      credentials: { ...unknown(ids.credentials), ...credentials },
    };
  });
  expect(expected, [...history, 'met:', JSON.stringify([one, other])].join('\n')).toContainEqual(observed);
}

const unknown = (ids: object) => Object.fromEntries(Object.keys(ids).map((id) => [id, 'unknown']));

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
      property(18),
    );
  });

  it('any two concurrent requests end as if one came after the other', async () => {
    const rival = anyStep(RIVALS);
    await fc.assert(
      fc.asyncProperty(fc.array(anyStep(), { maxLength: 8 }), rival, rival, async (steps, one, other) => {
        await race(world(), decisions, [...PRELUDE, ...steps], [one, other], atOnce);
      }),
      property(36),
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
      property(2),
    );
  });
});

describe('A request that another one overtakes between two of its reads ends as if one came after the other:', () => {
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
