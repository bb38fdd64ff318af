import type { AdSource } from '../ports/catalogue.ts';
import { type Competition, competitionsOf } from './competitions.ts';
import type { LintAdUnit, LintExperiment, LintGroup, LintLine, LintMapping, LintModel } from './model.ts';

/** An enabled group. */
export interface ServingGroup extends LintGroup {
  /** Enabled lines of the group; during an experiment, those of variant A and those of variant B. */
  readonly arms: readonly (readonly LintLine[])[];
}

/** The model with what several rules look up. */
export interface Facts extends LintModel {
  /** Enabled groups in the order of the model. */
  readonly serving: readonly ServingGroup[];
  /** Groups that are not archived. */
  readonly kept: readonly LintGroup[];
  readonly competitions: readonly Competition[];
  /** Whether an experiment runs in a group. */
  isTested(groupId: string): boolean;
  source(line: LintLine): AdSource | undefined;
  /** Whether the line is for the service's own network. */
  isOwn(line: LintLine): boolean;
  isBidding(line: LintLine): boolean;
  mapping(name: string): LintMapping | undefined;
  adUnit(adUnitId: string): LintAdUnit | undefined;
  groupById(groupId: string): LintGroup | undefined;
}

export const hasEnded = ({ endsAt }: LintExperiment, now: number): boolean =>
  endsAt !== undefined && now >= endsAt;

/** Once the planned end of an experiment has passed, only the lines of variant A serve, until a person keeps one variant. */
const runs = (experiment: LintExperiment | undefined, now: number): boolean =>
  experiment !== undefined && !hasEnded(experiment, now);

function servingGroup(group: LintGroup, experiment: LintExperiment | undefined, now: number): ServingGroup {
  const enabled = group.lines.filter(({ state }) => state === 'ENABLED');
  const control = enabled.filter(({ variant }) => variant !== 'VARIANT_B');
  const treatment = enabled.filter(({ variant }) => variant === 'VARIANT_B');
  return { ...group, arms: runs(experiment, now) ? [control, treatment] : [control] };
}

function* mapOf<Item>(items: readonly Item[], keyOf: (item: Item) => string) {
  const map = new Map<string, Item>();
  for (const [index, item] of items.entries()) {
    map.set(keyOf(item), item);
    if (index % 1000 === 999) yield;
  }
  return map;
}

/** Yields where the caller may pause. */
export function* factsOf(model: LintModel): Generator<undefined, Facts> {
  const { catalogue, now } = model;
  const mappings = yield* mapOf(model.mappings, ({ name }) => name);
  const adUnits = yield* mapOf(model.inventory ?? [], ({ adUnitId }) => adUnitId);
  const groups = yield* mapOf(model.groups, ({ groupId }) => groupId);
  const experiments = yield* mapOf(model.experiments, ({ groupId }) => groupId);
  const kept = model.groups.filter(({ archivedAt }) => archivedAt === undefined);
  const serving: ServingGroup[] = [];
  for (const group of kept) {
    if (group.state === 'ENABLED') serving.push(servingGroup(group, experiments.get(group.groupId), now));
    yield;
  }
  const ownNetwork = catalogue.ownNetwork.adSourceId;
  const adUnit = (adUnitId: string) => adUnits.get(adUnitId);
  return {
    ...model,
    kept,
    serving,
    competitions: yield* competitionsOf(serving, adUnit, model.inventory !== undefined),
    isTested: (groupId) => runs(experiments.get(groupId), now),
    source: ({ adSourceId }) => catalogue.adSource(adSourceId),
    isOwn: ({ adSourceId }) => adSourceId === ownNetwork,
    isBidding: ({ adSourceId }) => catalogue.adSource(adSourceId)?.kind === 'BIDDING',
    mapping: (name) => mappings.get(name),
    adUnit,
    groupById: (groupId) => groups.get(groupId),
  };
}
