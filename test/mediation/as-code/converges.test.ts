import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { importedFile } from '../../../src/mediation/as-code/import.ts';
import { parseConfiguration } from '../../../src/mediation/as-code/index.ts';
import { isInStep } from '../../../src/mediation/as-code/plan-model.ts';
import { formatted, printConfiguration } from '../../../src/mediation/as-code/print.ts';
import type { ConfigurationFile } from '../../../src/mediation/as-code/schema.ts';
import type { Target } from '../../../src/mediation/as-code/target.ts';
import { property } from '../../support/runs.ts';
import { useWorld } from '../domain/support/world.ts';
import { benchOf, EXTENDED, RESTRICTED } from './support/bench.ts';
import { FAULTS, type Fault, faulty, Killed } from './support/faults.ts';
import { configurationOf } from './support/generated.ts';

/** For runs with more files; in milliseconds. */
const SLOW = 300_000;

const file = configurationOf('pub-0000000000000000');

const extended = useWorld();
const restricted = useWorld({ groupExtensions: false });

describe.each([
  ['with the extensions', extended, EXTENDED],
  ['restricted to the public interface', restricted, RESTRICTED],
] as const)('Configuration as code on a server %s', (_, world, target: Target) => {
  const newBench = async () => benchOf(world(), await world().publisher(), target);

  it(
    'what was imported has no change to plan, and can be read again',
    async () => {
      await fc.assert(
        fc.asyncProperty(file, async (content) => {
          const publisher = await world().publisher();
          const first = benchOf(world(), publisher, target);
          await first.apply(content);
          const [sources, groups] = [await first.remote.adSources(), await first.remote.groups()];
          const applovin = '1063618907739174004';
          const adapters = new Map([[applovin, await first.remote.adapters(applovin)]]);
          const units = [`ca-app-${publisher}/1111111111`, `ca-app-${publisher}/2222222222`];
          const mappings = (await Promise.all(units.map((unit) => first.remote.mappings(unit)))).flat();
          const all = { sources, adapters, groups, mappings, adUnits: [] };
          const imported = importedFile(publisher, all, { mappings: {}, groups: {} });
          expect(imported.left).toEqual([]);
          const text = printConfiguration(imported.file);
          expect(parseConfiguration(text, 'x.yaml').groups).toEqual(
            parseConfiguration(JSON.stringify(imported.file), 'x.json').groups,
          );
          expect(formatted(text)).toBe(text);
          const second = benchOf(world(), publisher, target);
          second.lock.write(imported.scope);
          const plan = await second.plan(imported.file as ConfigurationFile);
          expect(isInStep(plan), JSON.stringify(plan.groups)).toBe(true);
        }),
        property(5),
      );
    },
    SLOW,
  );

  it(
    'killed or cut off at any call, and run again, it ends like a run without a fault',
    async () => {
      const faults = fc.array(fc.tuple(fc.nat({ max: 30 }), fc.constantFrom<Fault>(...FAULTS)), {
        minLength: 1,
        maxLength: 3,
      });
      await fc.assert(
        fc.asyncProperty(file, file, faults, async (before, after, planned) => {
          const [calm, rough] = [await newBench(), await newBench()];
          for (const content of [before, after]) await calm.apply(content);
          await rough.apply(before);
          for (const [number, fault] of planned) {
            const broken = faulty(rough.remote, rough.lock, number, fault);
            await rough.apply(after, broken.remote, broken.lock).catch((error: unknown) => {
              if (!(error instanceof Killed) && fault !== 'lost' && fault !== 'cut off') throw error;
            });
          }
          const steps = await rough.apply(after);
          expect(steps.filter(({ result }) => result !== 'done')).toEqual([]);
          expect(await rough.state()).toEqual(await calm.state());
          const left = await rough.apply(after);
          expect(left).toEqual([]);
        }),
        property(10),
      );
    },
    SLOW,
  );
});
