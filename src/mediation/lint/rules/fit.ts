import { canServe } from '../../enum-values.ts';
import type { Adapter } from '../../ports/catalogue.ts';
import type { AdFormat } from '../../ports/entities.ts';
import type { Facts, ServingGroup } from '../lint-facts.ts';
import type { LintAdUnit } from '../model.ts';
import { type Check, type Fault, inEachGroup, type Rule } from '../rule.ts';
import { lineWords } from '../words.ts';

interface Differs {
  unit(unit: LintAdUnit, group: ServingGroup): string | undefined;
  adapter(adapter: Adapter, group: ServingGroup): string | undefined;
}

const sameFormat = (one: AdFormat, other: AdFormat) => canServe([one], other) || canServe([other], one);

function* unitFaults(group: ServingGroup, { adUnit }: Facts, differs: Differs): Generator<Fault> {
  for (const adUnitId of group.targeting.adUnitIds) {
    const unit = adUnit(adUnitId);
    const text = unit && differs.unit(unit, group);
    if (text) yield { text: `The ad unit ${adUnitId} is ${text}.`, adUnitId };
  }
}

function* adapterFaults(group: ServingGroup, facts: Facts, differs: Differs): Generator<Fault> {
  for (const line of group.arms.flat()) {
    for (const [adUnitId, name] of Object.entries(line.adUnitMappings)) {
      const adapter = facts.catalogue.adapter(facts.mapping(name)?.adapterId ?? '');
      const text = adapter && differs.adapter(adapter, group);
      if (!text) continue;
      const words = `The line ${lineWords(line)} uses the adapter “${adapter.title}”, which ${text}.`;
      yield { text: words, lineId: line.lineId, adUnitId, mapping: name };
    }
  }
}

const differing = (differs: Differs): Check =>
  inEachGroup(function* (group, facts) {
    yield* unitFaults(group, facts, differs);
    yield* adapterFaults(group, facts, differs);
  });

export const FIT: readonly Rule[] = [
  {
    id: 'format-mismatch',
    level: 'error',
    text: 'An ad unit, or the adapter of a mapping, has another format than its group.',
    action: 'Use ad units and mappings of the format of the group, or another group for this format.',
    sources: ['AM'],
    check: differing({
      unit: ({ format }, { targeting }) =>
        sameFormat(format, targeting.format) ? undefined : `${format}; the group is ${targeting.format}`,
      adapter: ({ formats }, { targeting }) =>
        canServe(formats, targeting.format) ? undefined : `does not load ${targeting.format}`,
    }),
  },
  {
    id: 'platform-mismatch',
    level: 'error',
    text: 'An ad unit, or the adapter of a mapping, is for another platform than its group.',
    action: 'Use ad units and mappings of the platform of the group, or another group for this platform.',
    sources: ['AM'],
    check: differing({
      unit: ({ platform }, { targeting }) =>
        platform === targeting.platform
          ? undefined
          : `for ${platform}; the group is for ${targeting.platform}`,
      adapter: ({ platform }, { targeting }) =>
        platform === targeting.platform
          ? undefined
          : `is for ${platform}; the group is for ${targeting.platform}`,
    }),
  },
];
