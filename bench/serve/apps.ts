import { parseCatalogue } from '../../src/mediation/catalogue/index.ts';
import type { AdUnitMapping, MediationGroup } from '../../src/mediation/ports/entities.ts';
import { type BuiltSnapshot, buildSnapshot } from '../../src/mediation/serve/build-snapshot.ts';

const publisherId = 'pub-1234567890123456';
const LINES = 10;

const CATALOGUE = parseCatalogue(
  JSON.stringify({
    ownNetwork: '1',
    adSources: [
      { adSourceId: '1', title: 'Own', adapters: [] },
      ...Array.from({ length: LINES }, (_, index) => ({
        adSourceId: `10000000000${index}`,
        title: index < 3 ? `Network ${index} (bidding)` : `Network ${index}`,
        adapters: [
          {
            adapterId: String(100 + index),
            title: `Network ${index} Android`,
            platform: 'ANDROID',
            formats: ['BANNER'],
            className: `com.example.network${index}.MediationAdapter`,
            configMetadata: [{ id: String(1000 + index), label: 'Placement ID', required: true }],
          },
        ],
      })),
    ],
  }),
);

/** How many ad units an app has, and how many groups each of them is in. */
export interface AppSize {
  readonly adUnits: number;
  readonly groups: number;
}

const ten = (number: number) => String(number).padStart(10, '0');

export const adUnitIdOf = (number: number) => `ca-app-${publisherId}/${ten(number)}`;

/** The snapshot of an app with groups of ten third-party lines. The last group is for all countries. */
export async function snapshotOf({ adUnits, groups }: AppSize): Promise<BuiltSnapshot> {
  const mappings = new Map<string, AdUnitMapping>();
  const made: MediationGroup[] = [];
  for (let unit = 0; unit < adUnits; unit += 1) {
    const adUnitId = adUnitIdOf(unit);
    const nameOf = (line: number) =>
      `accounts/${publisherId}/adUnits/${ten(unit)}/adUnitMappings/${unit * LINES + line}`;
    for (let line = 0; line < LINES; line += 1) {
      mappings.set(nameOf(line), {
        publisherId,
        fragment: ten(unit),
        mappingId: String(unit * LINES + line),
        adapterId: String(100 + line),
        configurations: { [1000 + line]: `placement-${unit}-${line}-3f9c2a7b` },
        createdAt: 0,
      });
    }
    for (let number = 0; number < groups; number += 1) {
      made.push({
        publisherId,
        groupId: ten(unit * groups + number),
        revision: 1,
        displayName: 'Group',
        state: 'ENABLED',
        targeting: {
          platform: 'ANDROID',
          format: 'BANNER',
          adUnitIds: [adUnitId],
          targetedRegionCodes: number < groups - 1 ? ['DE', 'AT', 'CH'] : [],
          excludedRegionCodes: [],
        },
        lines: Array.from({ length: LINES }, (_, line) => ({
          lineId: `${ten(unit * groups + number)}${String(line).padStart(6, '0')}`,
          displayName: 'Line',
          adSourceId: `10000000000${line}`,
          cpmMode: 'MANUAL',
          cpmMicros: String(5_000_000 - line * 370_000),
          state: 'ENABLED',
          adUnitMappings: { [adUnitId]: nameOf(line) },
          variant: 'ORIGINAL',
        })),
        createdAt: number,
        updatedAt: 0,
      });
    }
  }
  return buildSnapshot(
    {
      app: { publisherId, fragment: ten(9), platform: 'ANDROID', createdAt: 0 },
      adUnitIds: Array.from({ length: adUnits }, (_, unit) => adUnitIdOf(unit)),
      groups: made,
      experiments: new Map(),
      mappings,
      prices: {},
    },
    CATALOGUE,
    { refreshSeconds: 3600 },
    0,
  );
}
