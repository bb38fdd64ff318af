import { describe, expect, it } from 'vitest';
import { CatalogueError } from './document.ts';
import { parseCatalogue } from './parse.ts';

const adapter = (changes: object = {}) => ({
  adapterId: '11',
  title: 'Example Android',
  platform: 'ANDROID',
  formats: ['BANNER'],
  configMetadata: [{ id: '111', label: 'Key', required: true }],
  ...changes,
});

const file = (changes: object = {}) => ({
  ownNetwork: '1',
  adSources: [
    { adSourceId: '20', title: 'Example', adapters: [adapter(), adapter({ adapterId: '9' })] },
    { adSourceId: '1', title: 'Own', adapters: [] },
  ],
  ...changes,
});

function problemsOf(changes: object): readonly string[] {
  try {
    parseCatalogue(JSON.stringify(file(changes)));
  } catch (error) {
    if (error instanceof CatalogueError) return error.problems;
    throw error;
  }
  return [];
}

describe('The catalogue file of ad sources', () => {
  it('sources and adapters are returned in the order of their numbers, and by id', () => {
    const catalogue = parseCatalogue(JSON.stringify(file()));
    expect(catalogue.adSources.map(({ adSourceId }) => adSourceId)).toEqual(['1', '20']);
    expect(catalogue.adSource('20')?.adapters.map(({ adapterId }) => adapterId)).toEqual(['9', '11']);
    expect(catalogue.adapter('11')).toMatchObject({ adSourceId: '20', title: 'Example Android' });
    expect(catalogue.adapter('12')).toBeUndefined();
    expect(catalogue.ownNetwork.title).toBe('Own');
  });

  it.each(['', '{', 'null', '[]', '{}'])('a catalogue file is refused when it is %j', (text) => {
    expect(() => parseCatalogue(text)).toThrow(CatalogueError);
  });

  it.each([
    ['an own network that is not in the list', { ownNetwork: '2' }],
    ['an unknown member', { colour: 'red' }],
    ['a repeated ad source', { adSources: [...file().adSources, file().adSources[1]] }],
    ['an ad source id that is no number', { adSources: [{ adSourceId: 'x', title: 'X', adapters: [] }] }],
  ])('a catalogue file is refused with %s', (_, changes) => {
    expect(problemsOf(changes)).not.toEqual([]);
  });

  it.each([
    ['a repeated adapter', [adapter(), adapter()]],
    ['an unknown platform', [adapter({ platform: 'TV' })]],
    ['an unknown format', [adapter({ formats: ['BILLBOARD'] })]],
    ['no formats', [adapter({ formats: [] })]],
    ['an adapter id beyond int64', [adapter({ adapterId: '9223372036854775808' })]],
    [
      'a repeated setting',
      [adapter({ configMetadata: [...adapter().configMetadata, ...adapter().configMetadata] })],
    ],
  ])('a catalogue entry is refused with %s', (_, adapters) => {
    const adSources = [
      { adSourceId: '20', title: 'Example', adapters },
      { adSourceId: '1', title: 'Own', adapters: [] },
    ];
    expect(problemsOf({ adSources })).not.toEqual([]);
  });

  it('all problems of a catalogue file are reported together', () => {
    const adSources = [{ adSourceId: '20', title: 'Example', adapters: [adapter(), adapter()] }];
    expect(problemsOf({ adSources })).toEqual([
      'line 1: adapterId 11 is repeated',
      'line 1: ownNetwork is not one of the ad sources',
    ]);
  });

  it('a source without a kind is a bidding source if its title says so', () => {
    const source = (adSourceId: string, title: string, more = {}) => ({
      adSourceId,
      title,
      adapters: [],
      ...more,
    });
    const adSources = [
      source('1', 'Own'),
      source('2', 'Example'),
      source('3', 'Example (Bidding)'),
      source('4', 'Example SDK', { kind: 'BIDDING' }),
      source('5', 'Custom', { kind: 'CUSTOM_EVENT' }),
    ];
    const catalogue = parseCatalogue(JSON.stringify({ ownNetwork: '1', adSources }));
    const kinds = ['NETWORK', 'WATERFALL', 'BIDDING', 'BIDDING', 'CUSTOM_EVENT'];
    expect(catalogue.adSources.map(({ kind }) => kind)).toEqual(kinds);
    expect(problemsOf({ adSources: [source('1', 'Own', { kind: 'MAGIC' })] })).toEqual([
      'line 1: adSources[0].kind must be one of NETWORK, BIDDING, WATERFALL, CUSTOM_EVENT',
    ]);
  });

  const TEXT = JSON.stringify(file(), null, 2);
  it.each([
    [
      '"platform": "ANDROID"',
      '"platform": "TV"',
      'adSources[0].adapters[0].platform must be one of ANDROID, IOS, WINDOWS_PHONE',
    ],
    ['"label": "Key"', '"name": "Key"', 'adSources[0].adapters[0].configMetadata[0].name is not known here'],
    ['"adapterId": "9"', '"adapterId": 9', 'adSources[0].adapters[1].adapterId must be string'],
    ['"adapterId": "9"', '"adapterId":  "11"', 'adapterId 11 is repeated'],
    ['"adapterId": "9"', '"adapterId" "9"', 'it is neither JSON nor YAML: '],
    [
      '"ownNetwork": "1"',
      '"ownNetwork": "1", "ownNetwork": "1"',
      'it is neither JSON nor YAML: Map keys must',
    ],
    ['"ownNetwork": "1"', '"ownNetwork": "2"', 'ownNetwork is not one of the ad sources'],
  ])('the error names line and entry if %s is replaced by %s', (right, wrong, problem) => {
    const text = TEXT.replace(right, wrong);
    const line = text.slice(0, text.indexOf(wrong)).split('\n').length;
    expect(() => parseCatalogue(text)).toThrow(`line ${line}: ${problem}`);
  });

  it('at most twenty problems are reported', () => {
    const adSources = Array.from({ length: 30 }, () => ({ adSourceId: '1', title: 'X', adapters: [] }));
    expect(problemsOf({ adSources })).toHaveLength(20);
  });

  it('a catalogue file may be YAML', () => {
    const text = 'ownNetwork: "1"\nadSources:\n  - adSourceId: "1"\n    title: Own\n    adapters: []\n';
    expect(parseCatalogue(text).ownNetwork.title).toBe('Own');
    expect(() => parseCatalogue(text.replace('"1"', '1'))).toThrow('line 1: ownNetwork must be string');
    expect(() => parseCatalogue(`${text}ownNetwork: "2"\n`)).toThrow(/^line 6: .*unique/);
  });
});
