import { DAY, HOUR, MINUTE } from '../../conventions/time.ts';
import { variantOf } from '../../resolve/index.ts';
import { adUnitFragment } from '../names.ts';
import type { MediationGroup } from '../ports/entities.ts';
import type { Replaced, StatisticsDimensions } from '../ports/statistics.ts';
import { type BatchEntities, experimentKey, type KnownUnit, lastPart } from './batch-entities.ts';
import type { Bin } from './days.ts';
import type { ReadRow } from './read-row.ts';
import type { RowReason } from './reasons.ts';

/** How late the rows of a source may be. Devices are offline for some days; networks restate old months. */
export const LATEST = { device: 7 * DAY, server: 400 * DAY };

/** Why a batch cannot replace the days between these times; undefined if it can. */
export function closedDaysProblem(
  { from, to }: { readonly from: number; readonly to: number },
  now: number,
): string | undefined {
  if (from < now - LATEST.server - DAY) return `begins more than ${LATEST.server / DAY} days ago`;
  // A day that has not begun has no figures. In some time zones tomorrow has begun.
  return to > now + DAY + HOUR ? 'ends in the future' : undefined;
}

/** Clocks differ. */
const AHEAD = 10 * MINUTE;

/** Relays send the hour in which something happened, so it may begin before the experiment does. */
const EXPERIMENT_SLACK = HOUR;

interface Placing {
  readonly now: number;
  readonly latest: number;
  readonly known: BatchEntities;
  /** Whether ad units must be in the inventory. */
  readonly strictInventory: boolean;
  readonly binOf: (instant: number) => Bin;
  readonly replace?: Replaced | undefined;
}

/** Where a row counts. */
export interface Placed extends Bin {
  readonly adSourceId: string;
  readonly dimensions: StatisticsDimensions;
  readonly experimentId?: string | undefined;
}

/** The members of a row as they are looked up, step by step. */
interface Found {
  readonly row: ReadRow;
  readonly bin: Bin;
  readonly fragment: string;
  readonly groupId?: string | undefined;
  readonly group?: MediationGroup | undefined;
  readonly adSourceId: string;
}

type Check = (found: Found, placing: Placing) => RowReason | undefined;

const PREFIXED = /^ca-app-(pub-\d{16}):/;

const isForeign = (id: string | undefined, publisherId: string) => {
  const owner = id === undefined ? undefined : PREFIXED.exec(id)?.[1];
  return owner !== undefined && owner !== publisherId;
};

function unitOf({ fragment, group, row }: Found, { known, strictInventory }: Placing): KnownUnit | undefined {
  const unit = known.adUnits.get(fragment);
  if (unit || strictInventory || !group?.targeting.adUnitIds.includes(row.adUnitId)) return unit;
  const { platform, format } = group.targeting;
  return { app: '', platform, format };
}

const checkGroup: Check = ({ groupId, group }) =>
  groupId !== undefined && !group ? 'UNKNOWN_MEDIATION_GROUP' : undefined;

const checkUnit: Check = (found, placing) => (unitOf(found, placing) ? undefined : 'UNKNOWN_AD_UNIT');

const checkLine: Check = ({ row: { lineId }, groupId, group, adSourceId }, { known }) => {
  if (lineId === undefined) return undefined;
  const id = lastPart(lineId);
  if (known.lines.get(id) !== groupId) return 'UNKNOWN_LINE';
  const line = group?.lines.find((each) => each.lineId === id);
  return line && line.adSourceId !== adSourceId ? 'OTHER_AD_SOURCE' : undefined;
};

const checkAdSource: Check = ({ adSourceId, row: { lineId } }, { known: { catalogue } }) => {
  if (adSourceId === '') return lineId === undefined ? undefined : 'MISSING_MEMBER';
  return catalogue.adSource(adSourceId) ? undefined : 'UNKNOWN_AD_SOURCE';
};

const checkExperiment: Check = ({ row, groupId = '' }, { known, replace }) => {
  const { experimentId, variant, slot, newUsers, mediationGroupId, time } = row;
  const given = [experimentId, variant, slot].filter((each) => each !== undefined).length;
  if (given === 0 && newUsers === undefined) return undefined;
  if (experimentId === undefined || variant === undefined || slot === undefined)
    return 'INCOMPLETE_EXPERIMENT';
  if (mediationGroupId === undefined) return 'INCOMPLETE_EXPERIMENT';
  if (replace) return 'SETTLED_EXPERIMENT';
  const experiment = known.experiments.get(experimentKey(groupId, experimentId));
  if (!experiment) return 'UNKNOWN_EXPERIMENT';
  const { startedAt, endsAt, stopped, treatmentTrafficPercentage: percentage } = experiment;
  const isOutside = time < startedAt - EXPERIMENT_SLACK || time >= Math.min(endsAt, stopped?.at ?? endsAt);
  if (isOutside) return 'OUTSIDE_EXPERIMENT';
  return variantOf(slot, { percentage }) === variant ? undefined : 'WRONG_VARIANT';
};

const checkReplaced: Check = ({ bin: { day }, adSourceId, fragment }, { replace }) => {
  if (!replace) return undefined;
  const { firstDay, lastDay, adSourceIds, adUnits, adUnitsFrom = '', adUnitsBefore = '~' } = replace;
  const within =
    day >= firstDay &&
    day <= lastDay &&
    adSourceIds.includes(adSourceId) &&
    (adUnits?.includes(fragment) ?? true) &&
    fragment >= adUnitsFrom &&
    fragment < adUnitsBefore;
  return within ? undefined : 'OUTSIDE_REPLACED';
};

/** In this order. The first reason is the one that is answered. */
const CHECKS: readonly Check[] = [
  checkGroup,
  checkUnit,
  checkLine,
  checkAdSource,
  checkExperiment,
  checkReplaced,
];

function adSourceOf({ adSourceId, lineId }: ReadRow, group: MediationGroup | undefined): string {
  if (adSourceId !== undefined || lineId === undefined) return adSourceId ?? '';
  return group?.lines.find((line) => line.lineId === lastPart(lineId))?.adSourceId ?? '';
}

/** Checks a row against what is known, and finds where it counts. */
export function placeRow(row: ReadRow, placing: Placing): Placed | RowReason {
  const { now, latest, known, binOf } = placing;
  const { publisherId, currencyCode } = known.publisher;
  if (row.time < now - latest) return 'TOO_LATE';
  if (row.time > now + AHEAD) return 'IN_THE_FUTURE';
  const fragment = adUnitFragment(publisherId, row.adUnitId);
  if (fragment === undefined) return 'OTHER_PUBLISHER';
  if (isForeign(row.mediationGroupId, publisherId) || isForeign(row.lineId, publisherId))
    return 'OTHER_PUBLISHER';
  const line = row.lineId === undefined ? undefined : lastPart(row.lineId);
  const groupId =
    row.mediationGroupId === undefined
      ? line === undefined
        ? undefined
        : known.lines.get(line)
      : lastPart(row.mediationGroupId);
  const group = groupId === undefined ? undefined : known.groups.get(groupId);
  const bin = binOf(row.time);
  const found: Found = { row, bin, fragment, groupId, group, adSourceId: adSourceOf(row, group) };
  for (const check of CHECKS) {
    const reason = check(found, placing);
    if (reason) return reason;
  }
  const unit = unitOf(found, placing)!;
  return {
    ...bin,
    adSourceId: found.adSourceId,
    experimentId: row.experimentId,
    dimensions: {
      adUnit: fragment,
      app: unit.app,
      platform: unit.platform,
      format: unit.format,
      mediationGroup: groupId ?? '',
      line: line ?? '',
      country: row.country ?? '',
      osVersion: row.osVersion ?? '',
      sdkVersion: row.sdkVersion ?? '',
      appVersion: row.appVersion ?? '',
      servingRestriction: row.servingRestriction ?? '',
      currency: row.currency ?? currencyCode,
    },
  };
}
