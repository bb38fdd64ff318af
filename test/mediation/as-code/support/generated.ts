import fc from 'fast-check';
import type { ConfigurationFile } from '../../../../src/mediation/as-code/schema.ts';

type Group = ConfigurationFile['groups'][string];
type Line = NonNullable<Group['lines']>[string];

const optional = <T>(name: string, value: fc.Arbitrary<T>) =>
  fc.option(value, { nil: undefined }).map((one) => (one === undefined ? {} : { [name]: one }));

const all = (...parts: readonly fc.Arbitrary<object>[]) =>
  fc.tuple(...parts).map((members) => Object.assign({}, ...members) as object);

const state = fc.constantFrom('enabled', 'disabled');
const cpm = fc.constantFrom('live', '0.01', '2.50', '12.345678');

/** Keys of the mappings below; each is for the ad unit of its name. */
const MAPPINGS = ['start-1', 'start-2', 'exit-1'] as const;

const mappingsOf = fc
  .subarray([...MAPPINGS])
  .map((keys) => Object.fromEntries(keys.map((key) => [key.split('-')[0] ?? '', key])));

const lineOf = (key: string): fc.Arbitrary<Line> =>
  fc
    .constantFrom('AppLovin', 'InMobi Exchange (bidding)', 'Chartboost', 'own network')
    .chain((source) =>
      all(
        fc.constant({ source }),
        optional('name', fc.constantFrom(key, `Line ${key}`, 'A | "name" <b>')),
        optional('cpm', cpm),
        optional('state', state),
        source === 'AppLovin' ? optional('mappings', mappingsOf) : fc.constant({}),
      ),
    )
    .map((line) => line as Line);

const linesOf = fc
  .subarray(['one', 'two', 'three', 'four'])
  .chain((keys) => fc.tuple(...keys.map((key) => lineOf(key).map((line) => [key, line] as const))))
  .map((lines) => Object.fromEntries(lines));

const groupOf = (key: string): fc.Arbitrary<Group> =>
  all(
    fc.constantFrom(`Group ${key}`, `Other ${key}`).map((name) => ({ name })),
    fc.constant({ platform: 'ANDROID' }),
    fc.constantFrom('BANNER', 'INTERSTITIAL').map((format) => ({ format })),
    fc.subarray(['start', 'exit'], { minLength: 1 }).map((adUnits) => ({ adUnits })),
    optional('state', state),
    optional('regions', fc.subarray(['DE', 'AT', 'CH'])),
    optional('excludedRegions', fc.subarray(['US'])),
    optional('idfa', fc.constantFrom('all', 'available')),
    optional('priority', fc.integer({ min: 1, max: 9 })),
    linesOf.map((lines) => ({ lines })),
  ).map((group) => group as Group);

const mapping = (key: string) =>
  fc
    .constantFrom('key-1', 'key-2')
    .map((value) => [
      key,
      { adUnit: key.split('-')[0] ?? '', adapter: 'AppLovin/ANDROID', values: { 'SDK Key': value } },
    ]);

/** Files of small publishers. Names differ, so that a group without a lock entry can be told. */
export const configurationOf = (publisher: string): fc.Arbitrary<ConfigurationFile> =>
  fc
    .tuple(
      fc.tuple(...MAPPINGS.map(mapping)),
      fc
        .subarray(['a', 'b', 'c'], { minLength: 1 })
        .chain((keys) => fc.tuple(...keys.map((key) => groupOf(key).map((group) => [key, group] as const)))),
    )
    .map(([mappings, groups]) => ({
      version: 1,
      publisher,
      adUnits: { start: `ca-app-${publisher}/1111111111`, exit: `ca-app-${publisher}/2222222222` },
      mappings: Object.fromEntries(mappings),
      groups: Object.fromEntries(groups),
    }));
