import { readFileSync } from 'node:fs';
import type { AuditEntry } from '../../src/audit/entry.ts';
import { changeEntry } from '../../src/mediation/audit.ts';
import { parseCatalogue } from '../../src/mediation/catalogue/index.ts';
import { adUnitId } from '../../src/mediation/names.ts';
import type {
  MediationAbExperiment,
  MediationGroup,
  MediationGroupLine,
} from '../../src/mediation/ports/entities.ts';

export const PUBLISHER = 'pub-1111111111111111';
export const ACCOUNT = `accounts/${PUBLISHER}`;
export const GROUPS = `${ACCOUNT}/mediationGroups`;

export const CATALOGUE = parseCatalogue(
  readFileSync(new URL('../../data/catalogue.json', import.meta.url), 'utf8'),
);
const { adSources, ownNetwork } = CATALOGUE;

const DAY = 86_400_000;
const NOW = Date.UTC(2026, 10, 20, 12);

const digits = (value: bigint, length: number) => value.toString().padStart(length, '0');

/** Different for different numbers, and unordered: a step without the factors 2 and 5 visits every id once. */
const groupIdOf = (number: number) => digits((BigInt(number) * 7_364_129_573n) % 10_000_000_000n, 10);

const lineIdOf = (group: number, line: number) =>
  digits((BigInt(group * 1000 + line) * 6_832_117_904_551_393n) % 10_000_000_000_000_000n, 16);

function lineOf(group: number, line: number): MediationGroupLine {
  const lineId = lineIdOf(group, line);
  const common = { lineId, state: 'ENABLED', adUnitMappings: {}, variant: 'ORIGINAL' } as const;
  if (line === 0) {
    return { ...common, displayName: ownNetwork.title, adSourceId: ownNetwork.adSourceId, cpmMode: 'LIVE' };
  }
  const source = adSources[line % adSources.length] ?? ownNetwork;
  const displayName = `${source.title} ${line}`;
  const cpmMicros = String(250_000 * line);
  return { ...common, displayName, adSourceId: source.adSourceId, cpmMode: 'MANUAL', cpmMicros };
}

/** Number of groups that target one ad unit; they fill one page. */
export const PAGE = 20;

const adUnitOf = (group: number) => adUnitId(PUBLISHER, digits(BigInt(Math.floor(group / PAGE)), 10));

/** The ad unit of the first groups. */
export const FIRST_AD_UNIT = adUnitOf(0);

/**
 * The group with this number. All are enabled and for Android; their formats alternate between banner and
 * interstitial.
 */
export function groupOf(group: number, lines: number): MediationGroup {
  return {
    publisherId: PUBLISHER,
    groupId: groupIdOf(group),
    revision: 1,
    displayName: `Group ${group}`,
    state: 'ENABLED',
    targeting: {
      platform: 'ANDROID',
      format: group % 2 === 0 ? 'BANNER' : 'INTERSTITIAL',
      adUnitIds: [adUnitOf(group)],
      targetedRegionCodes: group % 2 === 0 ? ['US', 'CA'] : ['DE', 'FR'],
      excludedRegionCodes: [],
    },
    lines: Array.from({ length: lines }, (_, line) => lineOf(group, line)),
    createdAt: NOW,
    updatedAt: NOW,
  };
}

/** A finished experiment of a group. */
export function experimentOf({ groupId, lines }: MediationGroup, number: number): MediationAbExperiment {
  const startedAt = NOW - (number + 1) * 31 * DAY;
  return {
    publisherId: PUBLISHER,
    groupId,
    experimentId: digits(BigInt(number + 1), 10),
    revision: 1,
    displayName: `Experiment ${number}`,
    treatmentTrafficPercentage: 50,
    startedAt,
    endsAt: startedAt + 30 * DAY,
    stopped: { at: startedAt + 30 * DAY, choice: 'VARIANT_A' },
    lines: lines.map((line, index) => ({ ...line, variant: index % 2 === 0 ? 'VARIANT_A' : 'VARIANT_B' })),
    linesRevision: 0,
  };
}

/** The body of a request that creates a group like these. */
export const CREATE_BODY = {
  displayName: 'Created group',
  targeting: { platform: 'ANDROID', format: 'BANNER', adUnitIds: [FIRST_AD_UNIT] },
  mediationGroupLines: Object.fromEntries(
    [1, 2, 3, 4].map((line) => {
      const { displayName, adSourceId, cpmMode, cpmMicros } = lineOf(0, line);
      return [`-${line}`, { displayName, adSourceId, cpmMode, cpmMicros, state: 'ENABLED' }];
    }),
  ),
};

const CHANGED = { ENABLED: 'DISABLED', DISABLED: 'ENABLED' } as const;

/** The group with a changed state of its last line. */
export function changed(group: MediationGroup): MediationGroup {
  const last = group.lines.length - 1;
  const lines = group.lines.map((line, index) =>
    index === last ? { ...line, state: CHANGED[line.state] } : line,
  );
  return { ...group, lines };
}

export function auditOf(group: MediationGroup, before?: MediationGroup): AuditEntry {
  const method = before
    ? 'mediation.accounts.mediationGroups.patch'
    : 'mediation.accounts.mediationGroups.create';
  const actor = {
    kind: 'client',
    requestId: '00000000-0000-4000-8000-000000000000',
    callerId: 'bench',
  } as const;
  const change = { resource: `${GROUPS}/${group.groupId}`, ...(before && { before }), after: group };
  return changeEntry(change, { actor, publisherId: PUBLISHER, method, at: NOW });
}
