import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { property, runs } from '../../support/runs.ts';
import { type Action, apply, type Model, newModel } from '../model/model.ts';
import { advanceOf, anyStep, HOUR, PRELUDE, resolve, type Step } from '../model/steps.ts';
import { newSystem, observe, perform, type System } from '../model/system.ts';
import { deliverIn, useToldWorld } from './support.ts';

const settings = {
  'issuer.pendingTtlSeconds': HOUR / 1000,
  'issuer.challengedTtlSeconds': HOUR / 1000,
  'issuer.codes.wrongPerDevice': 10_000,
  'issuer.codes.wrongInAll': 10_000,
};
const automatic = useToldWorld(settings);
const manual = useToldWorld({ ...settings, 'issuer.decisions': 'manual' });

/** Milliseconds for some thousand requests on a busy machine. */
const SLOW = { timeout: runs(300_000) };

/** Statuses by the ids of proofings and credentials. */
type Statuses = Readonly<Record<string, string>>;

type Learnt = {
  readonly [Kind in Action['kind']]?: (known: Statuses, action: Extract<Action, { kind: Kind }>) => Statuses;
};

/** The statuses that the platform learns from a successful answer. The server must notify it of all others. */
const LEARNT: Learnt = {
  proof: (known, { proofing }) => ({ [proofing]: 'pending', ...known }),
  cancel: (known, { proofing }) => ({ ...known, [proofing]: 'canceled' }),
  provision: (known, { credential }) => ({ [credential]: 'provisionPending', ...known }),
  prove: (known, { credential }) => ({
    ...known,
    [credential]: known[credential]?.replace('provisionPending', 'active') ?? '',
  }),
  delete: (known, { credential }) =>
    known[credential] === 'revoked' ? known : { ...known, [credential]: 'deleted' },
};

const learnt = (known: Statuses, action: Action): Statuses =>
  (LEARNT[action.kind] as ((known: Statuses, action: Action) => Statuses) | undefined)?.(known, action) ??
  known;

const OWN: readonly Step['kind'][] = ['cancel', 'provision', 'prove', 'refresh', 'delete'];

interface Game {
  readonly system: System;
  readonly model: Model;
  readonly known: Statuses;
}

async function statusesOf({ system, model }: Pick<Game, 'system' | 'model'>): Promise<Statuses> {
  const { proofings, credentials } = await observe(system, model);
  const all: Statuses = { ...proofings, ...credentials };
  return Object.fromEntries(Object.entries(all).filter(([, status]) => status !== 'unknown'));
}

/** Performs a step. Expects queued notifications of all statuses that the platform does not know, and delivers them. */
async function take({ system, model: before, known }: Game, step: Step, history: string[]): Promise<Game> {
  const { world } = system;
  if (step.kind === 'advance') world.advance(advanceOf(step));
  const action = resolve(step, before, system, world.now());
  history.push(JSON.stringify(action ?? step));
  const applied = action && apply(before, action, world.now());
  const model = applied?.model ?? before;
  const outcome = action && (await perform(system, action));
  await world.sweep();
  const statuses = await statusesOf({ system, model });
  const expected = action && outcome === 'ok' ? learnt(known, action) : known;
  const news = Object.keys(statuses).filter((id) => statuses[id] !== expected[id]);
  const { notifications } = await world.admin('listNotifications', { pageSize: 1000 });
  const told = notifications.map(({ subjectId }) => subjectId).filter((id) => id in statuses);
  if (OWN.includes(step.kind)) expect(told.toSorted(), history.join('\n')).toEqual(news.toSorted());
  else expect(told, history.join('\n')).toEqual(expect.arrayContaining(news));
  await deliverIn(world);
  return { system, model, known: statuses };
}

describe.each([
  ['automatic', automatic],
  ['manual', manual],
] as const)('Notifications where decisions are %s', (decisions, { world }) => {
  it('the platform is notified of every status that no answer contained', SLOW, async () => {
    const steps = fc.array(anyStep(), { minLength: 25, maxLength: 35 });
    await fc.assert(
      fc.asyncProperty(steps, async (drawn) => {
        const history: string[] = [];
        const system = await newSystem(world());
        let game: Game = { system, model: newModel(decisions, HOUR), known: {} };
        for (const step of [...PRELUDE, ...drawn]) game = await take(game, step, history);
      }),
      property(7),
    );
  });
});
