import { LIMITS } from './limits.ts';
import { integer, list, Malformed, map, message, oneOf, optional, type Read, sized, text } from './read.ts';
import {
  type Batching,
  SCHEMA_VERSION,
  type Snapshot,
  type SnapshotExperiment,
  type SnapshotGroup,
  type SnapshotLine,
} from './snapshot.ts';

export type ParsedSnapshot =
  | { readonly status: 'OK'; readonly snapshot: Snapshot }
  /** A newer server made it. Keep using the last valid snapshot. */
  | { readonly status: 'UNKNOWN_SCHEMA_VERSION'; readonly schemaVersion: number }
  /** Keep using the last valid snapshot. */
  | { readonly status: 'MALFORMED'; readonly problem: string };

const ID = text(/^\d{1,20}$/, 'an id of 1 to 20 digits');
const NAME = sized(1, 255);
const REGION_NAME = /^(?:[A-Z]{2}|\d{3})$/;
const REGION = text(REGION_NAME, 'a CLDR region: two upper-case letters or three digits');

const PRICE = text(/^(?:0|[1-9]\d{0,18})$/, 'a decimal number of at most 19 digits');

const line = message<SnapshotLine>({
  id: ID,
  adSourceId: ID,
  kind: oneOf('NETWORK', 'BIDDING', 'WATERFALL', 'CUSTOM_EVENT'),
  cpmMicros: PRICE,
  countryCpmMicros: optional(map(REGION_NAME, PRICE, LIMITS.regions)),
  adapter: optional(message<NonNullable<SnapshotLine['adapter']>>({ id: ID, className: optional(NAME) })),
  configuration: map(/^\d{1,20}$/, message({ label: NAME, value: sized(0, 4096) }), LIMITS.configuration),
  loadTimeoutMs: optional(integer(1, LIMITS.loadTimeoutMs)),
});

const groupShape = message<SnapshotGroup>({
  id: ID,
  priority: optional(integer(-2_147_483_648, 2_147_483_647)),
  platform: oneOf('ANDROID', 'IOS'),
  format: text(/^[A-Z_]{1,64}$/, 'an ad format'),
  regions: list(REGION, LIMITS.regions),
  excludedRegions: list(REGION, LIMITS.regions),
  idfa: optional(oneOf('ALL', 'AVAILABLE', 'NOT_AVAILABLE')),
  experiment: optional(
    message<SnapshotExperiment>({
      id: ID,
      salt: text(/^[^\n]{1,255}$/, 'a text of 1 to 255 characters without a line feed'),
      percentage: integer(0, 100),
    }),
  ),
  lines: message<SnapshotGroup['lines']>({
    A: list(line, LIMITS.lines),
    B: optional(list(line, LIMITS.lines)),
  }),
});

function checkDistinct(items: readonly { readonly id: string }[], at: string): void {
  if (new Set(items.map(({ id }) => id)).size < items.length) throw new Malformed(at, 'has an id twice');
}

const group: Read<SnapshotGroup> = (value, at) => {
  const read = groupShape(value, at);
  const { A, B } = read.lines;
  const lines = [...A, ...(B ?? [])];
  if ((B === undefined) !== (read.experiment === undefined)) {
    throw new Malformed(at, 'has only one of experiment and lines.B');
  }
  if (lines.length > LIMITS.lines) throw new Malformed(`${at}.lines`, `has more than ${LIMITS.lines} lines`);
  checkDistinct(lines, `${at}.lines`);
  return read;
};

const groups: Read<readonly SnapshotGroup[]> = (value, at) => {
  const read = list(group, LIMITS.groups)(value, at);
  checkDistinct(read, at);
  return read;
};

const shape = message<Omit<Snapshot, 'refreshSeconds' | 'schemaVersion'> & { refreshSeconds?: number }>({
  ownNetwork: ID,
  refreshSeconds: optional(integer(1, LIMITS.refreshSeconds)),
  eventUrl: optional(text(/^https?:\/\/\S{1,2000}$/, 'an address of http or https')),
  batching: optional(
    message<Batching>({ maxRows: integer(1, 500), maxSeconds: integer(1, LIMITS.refreshSeconds) }),
  ),
  adUnits: map(/^ca-app-pub-\d{16}\/\d{10}$/, groups, LIMITS.adUnits),
});

const version = message<{ schemaVersion: number }>({ schemaVersion: integer(1, 2_147_483_647) });

/** Reads a snapshot from the text that a server sent. Never throws. */
export function parseSnapshot(json: string): ParsedSnapshot {
  if (json.length > LIMITS.characters) {
    return { status: 'MALFORMED', problem: `the snapshot has more than ${LIMITS.characters} characters` };
  }
  try {
    const value: unknown = JSON.parse(json);
    const { schemaVersion } = version(value, '');
    if (schemaVersion !== SCHEMA_VERSION) return { status: 'UNKNOWN_SCHEMA_VERSION', schemaVersion };
    const snapshot = { refreshSeconds: 3600, ...shape(value, ''), schemaVersion };
    return { status: 'OK', snapshot: snapshot as Snapshot };
  } catch (error) {
    const problem = error instanceof Malformed ? error.message : 'the snapshot is not JSON';
    return { status: 'MALFORMED', problem };
  }
}
