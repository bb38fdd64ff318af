import { describe, expect, it } from 'vitest';
import { ConfigurationFileError, parseConfiguration } from './index.ts';
import { dollarsOf, microsOf } from './money.ts';

const UNIT = 'ca-app-pub-1234567890123456/1111111111';

/** The example of the documentation. */
const FILE = `version: 1
publisher: pub-1234567890123456
adUnits: {start: ${UNIT}}
mappings:
  applovin-start: {adUnit: start, adapter: AppLovin/ANDROID, values: {SDK Key: {env: APPLOVIN_KEY}}}
groups:
  start-dach:
    {name: Start screen DACH, platform: ANDROID, format: BANNER, adUnits: [start], regions: [DE, AT], priority: 10, lines: {
      applovin-1: {source: AppLovin, cpm: "2.50", mappings: {start: applovin-start}},
      inmobi: {source: InMobi Exchange (bidding), cpm: live}, own: {source: own network, state: disabled}}}
`;

function problemsOf(text: string): readonly string[] {
  try {
    parseConfiguration(text, 'file.yaml');
  } catch (error) {
    if (error instanceof ConfigurationFileError) return error.message.split('\n');
    throw error;
  }
  return [];
}

const with_ = (from: string, to: string) => {
  expect(FILE).toContain(from);
  return FILE.replace(from, to);
};

const minimal = (groups: string) =>
  `version: 1\npublisher: pub-1234567890123456\nadUnits: {start: ${UNIT}}\ngroups:${groups}\n`;

describe('The configuration file', () => {
  it('is read with its keys, money in micros, and references to secrets', () => {
    const { publisher, adUnits, mappings, groups } = parseConfiguration(FILE, 'file.yaml');
    expect(publisher).toBe('pub-1234567890123456');
    expect([...adUnits]).toEqual([['start', UNIT]]);
    expect(mappings.get('applovin-start')).toEqual({
      adUnit: 'start',
      adapter: 'AppLovin/ANDROID',
      values: new Map([['SDK Key', { env: 'APPLOVIN_KEY' }]]),
    });
    const group = groups.get('start-dach');
    expect(group).toMatchObject({ name: 'Start screen DACH', regions: ['DE', 'AT'], priority: 10 });
    expect([...(group?.lines ?? [])]).toEqual([
      [
        'applovin-1',
        { source: 'AppLovin', cpm: { micros: '2500000' }, mappings: new Map([['start', 'applovin-start']]) },
      ],
      ['inmobi', { source: 'InMobi Exchange (bidding)', cpm: 'live' }],
      ['own', { source: 'own network', state: 'DISABLED' }],
    ]);
  });

  it('JSON is YAML', () => {
    const json = {
      version: 1,
      publisher: 'pub-1234567890123456',
      adUnits: { start: UNIT },
      groups: { g: { name: 'G', platform: 'IOS', format: 'BANNER', adUnits: ['start'] } },
    };
    expect(parseConfiguration(JSON.stringify(json), 'file.json').groups.get('g')?.lines.size).toBe(0);
  });

  it('tells where a member is written', () => {
    const { positionOf } = parseConfiguration(FILE, 'file.yaml');
    expect(positionOf(['groups', 'start-dach', 'lines', 'applovin-1', 'cpm'])).toEqual({
      line: 9,
      column: 43,
    });
    expect(positionOf(['groups', 'start-dach'])).toEqual({ line: 7, column: 3 });
    expect(positionOf(['groups', 'start-dach', 'state'])).toEqual({ line: 7, column: 3 });
  });

  it.each([
    [
      'an unknown member',
      with_('priority: 10', 'prioritaet: 10'),
      '8:103: groups.start-dach.prioritaet is not known; it can have',
    ],
    [
      'a typing error',
      with_('priority: 10', 'prioriy: 10'),
      '8:103: groups.start-dach.prioriy is not known; do you mean priority?',
    ],
    [
      'money as a number',
      with_('"2.50"', '2.50'),
      '9:43: groups.start-dach.lines.applovin-1.cpm must be an amount of US dollars in quotes, such as "2.50", or live',
    ],
    [
      'money with too many digits',
      with_('"2.50"', '"2.5000001"'),
      '9:43: groups.start-dach.lines.applovin-1.cpm must be an amount',
    ],
    [
      'too little money',
      with_('"2.50"', '"0.001"'),
      '9:43: groups.start-dach.lines.applovin-1.cpm is less than "0.01"',
    ],
    [
      'a list where text belongs',
      with_('name: Start screen DACH', 'name: [a]'),
      '8:6: groups.start-dach.name must be text of at most 120 characters',
    ],
    ['no value', with_('name: Start screen DACH', 'name: '), 'groups.start-dach.name has no value'],
    ['a missing member', with_('format: BANNER, ', ''), '7:3: groups.start-dach needs format'],
    [
      'an unknown enum value',
      with_('ANDROID, format', 'Android, format'),
      'groups.start-dach.platform must be one of ANDROID, IOS',
    ],
    [
      'an unknown ad unit',
      with_('adUnits: [start]', 'adUnits: [exit]'),
      '8:76: groups.start-dach.adUnits[0] is not a key of adUnits',
    ],
    [
      'an unknown mapping',
      with_('start: applovin-start', 'start: other'),
      'groups.start-dach.lines.applovin-1.mappings.start is not a key of mappings',
    ],
    [
      'an ad unit of another publisher',
      with_('pub-1234567890123456\n', 'pub-6543210987654321\n'),
      '3:18: adUnits.start is not of pub-6543210987654321',
    ],
    ['an unknown version', with_('version: 1', 'version: 2'), '1:10: version must be 1'],
    [
      'a wrong reference to a secret',
      with_('{env: APPLOVIN_KEY}', '{env: X, file: y}'),
      '5:71: mappings.applovin-start.values.SDK Key must be text in quotes, {env: NAME} or {file: PATH}',
    ],
    [
      'a priority that is too large',
      with_('priority: 10', 'priority: 1e999'),
      'priority must be a number from 1 to 1000000',
    ],
    [
      'a huge number',
      with_('priority: 10', `priority: ${'9'.repeat(400)}`),
      'priority must be a number from 1 to 1000000',
    ],
    ['a huge amount', with_('"2.50"', `"${'9'.repeat(400)}"`), 'cpm must be an amount'],
    ['a region twice', with_('[DE, AT]', '[DE, DE]'), 'groups.start-dach.regions must be a list of regions'],
    [
      'a key with a slash',
      with_('inmobi:', 'in/mobi:'),
      '10:7: groups.start-dach.lines.in/mobi has a name that is no key',
    ],
  ])('%s is refused with line and column', (_, text, problem) => {
    expect(problemsOf(text).join('\n')).toContain(problem);
  });

  it('all problems are told at once', () => {
    const problems = problemsOf(with_('"2.50"', '2.5').replace('priority: 10', 'priority: 0'));
    expect(problems.map((problem) => problem.split(':')[1])).toEqual(['8', '9']);
  });

  it.each([
    ['a repeated key', minimal('\n  g: {}\n  g: {}'), '6:3: groups.g is repeated'],
    ['a key that repeats in another spelling', minimal('\n  1: {}\n  "1": {}'), '6:3: groups.1 is repeated'],
    ['tabs', minimal('\n\tg: {}'), 'file.yaml:5:1: Tabs are not allowed as indentation'],
    ['broken syntax', minimal(' {a: ['), 'file.yaml:5:'],
    ['several documents', `${minimal(' {}')}---\n`, 'file.yaml:5:1: a file has one document'],
    ['a tag', minimal(' !!js/function "return 1"'), 'file.yaml:4:9:'],
    ['a tag of YAML', minimal(' !!omap []'), 'tags such as !!binary are not accepted'],
    ['an empty file', '', '1:1: the file has no value'],
    ['a list', '- 1', '1:1: the file must have members'],
    ['a key that is a list', minimal('\n  ? [a]\n  : 1'), '5:5: a name must be text'],
    ['a merge', `base: &base {version: 1}\n<<: *base\n${minimal(' {}')}`, '2:1: << is not known'],
    ['an alias without an anchor', minimal(' *nothing'), 'file.yaml:4:'],
    ['an anchor that contains itself', minimal(' &a {g: *a}'), 'is nested too deeply'],
    ['deep nesting', minimal(` ${'['.repeat(100_000)}`), 'is nested too deeply'],
    [
      '__proto__ as a key',
      minimal('\n  __proto__: {name: x}'),
      '5:3: groups.__proto__ has a name that is no key',
    ],
  ])('%s is refused', (_, text, problem) => {
    expect(problemsOf(text).join('\n')).toContain(problem);
  });

  it('anchors and aliases may save typing', () => {
    const group = '{name: G, platform: IOS, format: BANNER, adUnits: [start]}';
    const { groups } = parseConfiguration(minimal(`\n  a: &a ${group}\n  b: *a`), 'file.yaml');
    expect(groups.get('b')).toEqual(groups.get('a'));
  });

  it('aliases that multiply ("billion laughs") are refused before they fill the memory', () => {
    const levels = Array.from({ length: 10 }, (_, level) => {
      const inner = level === 0 ? '"lol"' : `*l${level - 1}`;
      return `l${level}: &l${level} [${Array(10).fill(inner).join(',')}]`;
    });
    expect(problemsOf(levels.join('\n'))[0]).toContain('more than 200000 values');
  });

  it('more than 2 MiB are refused', () => {
    expect(problemsOf(`# ${'x'.repeat(3 << 20)}`)).toEqual(['file.yaml:1:1: the file is larger than 2 MiB']);
  });

  it('settings named like parts of JavaScript are only settings', () => {
    const { mappings } = parseConfiguration(with_('{SDK Key:', '{constructor: "1", __proto__:'), 'file.yaml');
    expect([...(mappings.get('applovin-start')?.values.keys() ?? [])]).toEqual(['constructor', '__proto__']);
    expect(({} as { env?: string }).env).toBeUndefined();
  });

  it.each([
    ['a byte order mark', `\ufeff${FILE}`],
    ['line breaks of Windows', FILE.replaceAll('\n', '\r\n')],
    ['comments', FILE.replace('groups:', '# ours\ngroups: # all')],
  ])('%s does not matter', (_, text) => {
    expect(parseConfiguration(text, 'file.yaml').groups.size).toBe(1);
  });

  it('a position counts lines and columns with line breaks of Windows and a byte order mark, too', () => {
    const text = `\ufeff${with_('"2.50"', '2.50').replaceAll('\n', '\r\n')}`;
    expect(problemsOf(text)[0]).toContain('file.yaml:9:43:');
  });

  it.each([
    ['2.50', '2500000', '2.50'],
    ['0.01', '10000', '0.01'],
    ['12', '12000000', '12.00'],
    ['0.123456', '123456', '0.123456'],
    ['999999999999.999999', '999999999999999999', '999999999999.999999'],
  ])('%s dollars are %s micros, written %s', (dollars, micros, written) => {
    expect(microsOf(dollars)).toBe(micros);
    expect(dollarsOf(micros)).toBe(written);
  });
});
