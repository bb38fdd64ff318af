import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { MediationGroup } from '../../../src/mediation/contract/index.ts';
import { property } from '../../support/runs.ts';
import { ARCHIVE, groupWithHistory, UNARCHIVE } from './support/group-with-history.ts';
import {
  adUnit,
  CREATE_EXPERIMENT,
  createMapping,
  experimentBody,
  liveLine,
  manualLine,
  STOP_EXPERIMENT,
} from './support/samples.ts';
import { useWorld } from './support/world.ts';

const world = useWorld();

type Step =
  | { readonly kind: 'rename' | 'state' | 'regions' | 'priority' | 'units' | 'archive' }
  | { readonly kind: 'experiment'; readonly keep: 'A' | 'B' }
  | { readonly kind: 'add'; readonly live: boolean }
  | { readonly kind: 'remove' | 'price' | 'map'; readonly which: number }
  | { readonly kind: 'rollback'; readonly to: number };

const step: fc.Arbitrary<Step> = fc.oneof(
  fc.constantFrom<Step>(
    ...(['rename', 'state', 'regions', 'priority', 'units', 'archive'] as const).map((kind) => ({ kind })),
  ),
  fc.record({ kind: fc.constant('experiment' as const), keep: fc.constantFrom('A' as const, 'B' as const) }),
  fc.record({ kind: fc.constant('add' as const), live: fc.boolean() }),
  fc.record({ kind: fc.constantFrom('remove' as const, 'price' as const, 'map' as const), which: fc.nat(9) }),
  fc.record({ kind: fc.constant('rollback' as const), to: fc.nat(20) }),
);

/** What a roll-back gives back: everything but what only the server sets, and variant B of an experiment. */
function writable({ etag: _, archiveTime: __, mediationAbExperimentState: ___, ...group }: MediationGroup) {
  const lines = Object.entries(group.mediationGroupLines ?? {})
    .filter(([, { experimentVariant }]) => experimentVariant !== 'VARIANT_B')
    .map(([id, { experimentVariant: ____, ...line }]) => [id, line] as const);
  return { ...group, mediationGroupLines: Object.fromEntries(lines), order: lines.map(([id]) => id) };
}

it('after any changes, a roll-back to a revision gives its content, with the same ids in the same order', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 12 }), async (steps) => {
      const made = await groupWithHistory(world());
      const { publisher, path, patch, read, rollback, revision } = made;
      const mapping = await createMapping(world(), publisher);
      const unit = adUnit(publisher);
      // The model: what the group looked like after each change.
      const seen: MediationGroup[] = [made.group];
      const call = (name: Parameters<ReturnType<typeof world>['call']>[1], body: object) =>
        world().call(publisher, name, { path, body });
      const note = async () => {
        const group = await read();
        if (group.etag !== seen.at(-1)?.etag) seen.push(group);
      };
      for (const [index, one] of steps.entries()) {
        const last = seen.at(-1) as MediationGroup;
        const lines = Object.values(last.mediationGroupLines ?? {});
        const line = 'which' in one ? lines[one.which % Math.max(lines.length, 1)] : undefined;
        const at = `mediationGroupLines["${line?.id}"]`;
        const ofLine = (members: object) => ({ mediationGroupLines: { [line?.id ?? '']: members } });
        if (one.kind === 'rename') await patch('displayName', { displayName: `Name ${index % 4}` });
        if (one.kind === 'priority') await patch('priority', { priority: index % 3 });
        if (one.kind === 'state')
          await patch('state', { state: last.state === 'ENABLED' ? 'DISABLED' : 'ENABLED' });
        if (one.kind === 'regions') {
          const targetedRegionCodes = ['DE', 'US', 'FR'].slice(index % 4);
          await patch('targeting.targetedRegionCodes', { targeting: { targetedRegionCodes } });
        }
        if (one.kind === 'units') {
          const adUnitIds = [unit, adUnit(publisher, '0000000002')].slice(index % 3);
          await patch('targeting.adUnitIds', { targeting: { adUnitIds } });
        }
        if (one.kind === 'add') {
          const added = one.live ? liveLine(`Line ${index}`) : manualLine(`Line ${index}`);
          await patch('mediationGroupLines["-1"]', { mediationGroupLines: { '-1': added } });
        }
        if (line && one.kind === 'remove') await patch(`${at}.state`, ofLine({ state: 'REMOVED' }));
        if (line && one.kind === 'price') {
          const members = index % 2 ? { cpmMode: 'LIVE' } : { cpmMode: 'MANUAL', cpmMicros: '20000' };
          await patch(index % 2 ? `${at}.cpmMode` : `${at}.cpmMode,${at}.cpmMicros`, ofLine(members));
        }
        if (line?.adSourceId === manualLine().adSourceId && one.kind === 'map')
          await patch(`${at}.adUnitMappings["${unit}"]`, ofLine({ adUnitMappings: { [unit]: mapping } }));
        if (one.kind === 'archive') {
          await call(ARCHIVE, {});
          await note();
          await call(UNARCHIVE, {});
        }
        if (one.kind === 'experiment') {
          await call(CREATE_EXPERIMENT, experimentBody());
          await note();
          await call(STOP_EXPERIMENT, { variantChoice: `VARIANT_CHOICE_${one.keep}` });
        }
        if (one.kind === 'rollback') await rollback((one.to % seen.length) + 1);
        await note();
      }
      for (const [index, model] of seen.entries()) {
        expect(await revision(index + 1)).toEqual(model);
        expect(writable(await rollback(index + 1))).toEqual(writable(model));
        expect(writable(await read())).toEqual(writable(model));
      }
    }),
    property(15),
  );
});
