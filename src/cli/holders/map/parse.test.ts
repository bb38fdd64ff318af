import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { stringify } from 'yaml';
import { property } from '../../../../test/support/runs.ts';
import { ConfigurationFileError } from '../../../conventions/yaml/document.ts';
import { Compiler } from './compile.ts';
import { readerOf } from './convert.ts';
import { parseMap } from './parse.ts';

const name = fc.stringMatching(/^[A-Z_]{1,8}$/);
const leaf = fc.oneof(
  name,
  fc.record({ column: name, date: fc.constantFrom('DD/MM/YYYY', 'YYYYMMDD') }),
  fc.record({ columns: fc.array(name, { minLength: 1, maxLength: 3 }), join: fc.constantFrom('-', ' ') }),
  fc.record({ value: fc.oneof(fc.string({ minLength: 1 }), fc.integer(), fc.boolean()) }),
  fc.record({ column: name, codes: fc.dictionary(name, fc.integer(), { noNullPrototype: true }) }),
);
const source = fc.oneof(
  leaf,
  fc.record({ items: fc.array(leaf, { maxLength: 3 }) }),
  fc.record({ split: name, item: leaf, by: fc.constant(';') }),
  fc.record({ members: fc.dictionary(name, leaf, { maxKeys: 3, noNullPrototype: true }), when: name }),
);
const map = fc.record({ id: leaf, elements: fc.dictionary(name, source, { noNullPrototype: true }) });

const refused = (text: string) => {
  try {
    parseMap(text, 'map.yaml');
    return undefined;
  } catch (error) {
    if (error instanceof ConfigurationFileError) return error.message;
    throw error;
  }
};

describe('The parser of maps', () => {
  it('every map of the format is read as it is written, in YAML and in JSON', () => {
    fc.assert(
      fc.property(map, (value) => {
        expect(parseMap(stringify(value), 'map.yaml').map).toEqual(value);
        expect(parseMap(JSON.stringify(value), 'map.yaml').map).toEqual(value);
      }),
      property(100),
    );
  });

  it('any text is read or refused with line and column', () => {
    const yaml = fc.stringMatching(/^[a-z:{}[\],"'&*!|>?% \n-]{0,60}$/);
    fc.assert(
      fc.property(fc.oneof(yaml, fc.string(), fc.json()), (text) => {
        expect(refused(text) ?? 'map.yaml:1:1: ').toMatch(/^map\.yaml:\d+:\d+: /);
      }),
      property(300),
    );
  });

  it('unknown members are refused at every depth', () => {
    const text = 'id: A\nelements:\n  x:\n    items:\n      - members:\n          y: {colum: B}\n';
    expect(refused(text)).toBe(
      `map.yaml:6:15: elements.x.items[0].members.y.colum is not known; do you mean column?`,
    );
    expect(refused(`${text}extra: 1\n`)).toContain('map.yaml:7:1: extra is not known');
  });

  it('a map that is too large or too deep is refused', () => {
    expect(refused(`id: A\nelements: {x: ${'{members: {x: '.repeat(20)}A${'}}'.repeat(20)}}`)).toContain(
      'deep',
    );
    expect(refused(`# ${'x'.repeat(3_000_000)}`)).toContain('larger than 2 MiB');
  });
});

const INSTANT = 'YYYY-MM-DDThh:mm:ssZ';
const BERLIN = { format: INSTANT, timeZone: 'Europe/Berlin' };

describe('Sources', () => {
  const make = (given: unknown, cells: readonly string[], type = 'text') => {
    const compiler = new Compiler({ id: 'A', elements: {} }, ['A', 'B', 'C'], '.');
    const at = { path: ['e'], inner: '', typeAt: () => ({ type }), isInSplit: false };
    const made = compiler.compile(given as never, at);
    expect(compiler.problems).toEqual([]);
    const problems: string[] = [];
    const note = ({ path, problem }: { path: string; problem: string }) =>
      void problems.push(`${path} ${problem}`);
    return { value: made({ cells, parts: [], note }, 'e'), problems };
  };

  it.each([
    ['B', ['', 'x', ''], 'text', 'x'],
    ['B', ['', '', ''], 'text', undefined],
    [{ columns: ['A', 'B', 'C'] }, ['x', '', 'y'], 'text', 'x y'],
    [{ columns: ['A', 'C'], join: '' }, ['x', '', 'y'], 'text', 'xy'],
    ['A', ['170', '', ''], 'uint', 170],
    ['A', ['TRUE', '', ''], 'boolean', true],
    ['A', ['constructor', '', ''], 'boolean', 'constructor'],
    [{ column: 'A', codes: { J: true, N: false } }, ['N', '', ''], 'boolean', false],
    [{ column: 'A', codes: { '1': 9 }, otherwise: 0 }, ['7', '', ''], 'uint', 0],
    [{ column: 'A', codes: { '1': 9 }, otherwise: 0 }, ['', '', ''], 'uint', undefined],
    [{ column: 'A', codes: { constructor: 'x' } }, ['constructor', '', ''], 'text', 'x'],
    [{ column: 'A', date: 'DD/MM/YYYY' }, ['31/12/1990', '', ''], 'full-date', '1990-12-31'],
    [{ column: 'A', date: 'YYYY-MM-DD hh:mm' }, ['1990-12-31 00:00', '', ''], 'full-date', '1990-12-31'],
    [
      { column: 'A', date: INSTANT },
      ['1990-05-02T00:00:00+02:00', '', ''],
      'date-time',
      '1990-05-01T22:00:00Z',
    ],
    [{ column: 'A', date: INSTANT }, ['1990-05-02T00:00:00+02:00', '', ''], 'full-date', '1990-05-02'],
    [{ column: 'A', date: BERLIN }, ['1990-05-01T22:00:00Z', '', ''], 'full-date', '1990-05-02'],
    [{ column: 'A', date: BERLIN }, ['1990-12-30T23:00:00.000Z', '', ''], 'full-date', '1990-12-31'],
    [
      { column: 'A', date: 'YYYY-MM-DD hh:mm' },
      ['1990-12-31 08:15', '', ''],
      'date-time',
      '1990-12-31T08:15:00Z',
    ],
    [{ value: ['DE'] }, ['', '', ''], 'array', ['DE']],
    [{ value: 'x', when: 'B' }, ['', '', ''], 'text', undefined],
    [{ value: 'x', when: { column: 'B', is: ['J'] } }, ['', 'J', ''], 'text', 'x'],
  ])('%j makes of %j as %s: %j', (given, cells, type, value) => {
    expect(make(given, cells, type)).toEqual({ value, problems: [] });
  });

  it.each([
    [INSTANT, '1990-05-01T22:00:00Z', 'has a time other than midnight'],
    [INSTANT, '1990-12-31T00:00:00.001Z', 'has a time other than midnight'],
    ['YYYY-MM-DD hh:mm', '1990-12-31 08:15', 'has a time other than midnight'],
    [BERLIN, '1990-05-02T00:00:00Z', 'is not the beginning of a day in Europe/Berlin'],
    [BERLIN, '1990-12-30T23:00:00.5Z', 'is not the beginning of a day in Europe/Berlin'],
  ])('the day of %j written as %s is not certain', (date, cell, problem) => {
    expect(make({ column: 'A', date }, [cell, '', ''], 'full-date')).toEqual({
      value: undefined,
      problems: [expect.stringContaining(problem)],
    });
  });

  it.each([
    [{ format: 'YYYY-MM-DD', timeZone: 'Europe/Berlin' }, 'needs hh:mm:ss and Z'],
    [{ format: INSTANT, timeZone: 'Berlin' }, 'needs a time zone of the IANA database'],
    [{ format: INSTANT, timeZone: '+01:00' }, 'needs a time zone of the IANA database'],
  ])('the format %j is refused', (date, problem) => {
    expect(readerOf(date)).toContain(problem);
  });

  it('a code that is a name of every object in JavaScript is no code', () => {
    const { value, problems } = make({ column: 'A', codes: { M: 'x' } }, ['toString', '', '']);
    expect({ value, problems }).toEqual({
      value: undefined,
      problems: ['e has a code that the map does not list in column A'],
    });
  });
});
