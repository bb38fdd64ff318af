import { expect } from 'vitest';
import { overtaken } from '../../support/overtake.ts';
import type { World } from '../../support/world.ts';
import { type Action, apply, type Model, newModel, statusesOf } from './model.ts';
import { advanceOf, CODE_TTL, HOUR, resolve, type Step } from './steps.ts';
import { newSystem, observe, perform, type System } from './system.ts';

/** Settings with which the server has the deadlines of the model. */
export const settings = {
  'issuer.pendingTtlSeconds': HOUR / 1000,
  'issuer.challengedTtlSeconds': HOUR / 1000,
  'issuer.acceptedTtlSeconds': HOUR / 1000,
  'issuer.codeTtlSeconds': CODE_TTL / 1000,
  // The model does not limit wrong codes.
  'issuer.codes.wrongPerDevice': 10_000,
  'issuer.codes.wrongInAll': 10_000,
};

/** Performs a step on the server and in the model. Expects the same outcome and the same statuses. */
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

/** Performs the steps with a new device on the server and in a new model. */
export async function play(world: World, decisions: Model['decisions'], steps: readonly Step[]) {
  const system = await newSystem(world);
  const history: string[] = [];
  let model = newModel(decisions, HOUR);
  for (const step of steps) model = await take(system, model, step, history);
  return { system, model, history };
}

/** The outcomes and the final model for each of the two orders of the actions. */
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

/** Runs two requests at the same time. */
type Meet = <One, Other>(
  world: World,
  one: () => Promise<One>,
  other: () => Promise<Other>,
) => Promise<[One, Other]>;

export const atOnce: Meet = (_, one, other) => Promise.all([one(), other()]);

/** Runs the second action completely between two reads of the first. */
export const amid =
  (place: number): Meet =>
  (world, one, other) =>
    overtaken(world, (_, count) => count === place, one, other);

/** Two actions on one device at the same time must end as if one ran after the other, in either order. */
export async function race(
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
