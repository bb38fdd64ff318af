import { describe, expect, it } from 'vitest';
import { displayWidth, inWidth } from './display-width.ts';
import { table } from './table.ts';
import { relative } from './time-text.ts';

const NOW = Date.parse('2026-11-23T12:00:00.000Z');
const at = (offset: number) => new Date(NOW + offset).toISOString();
const [MINUTE, HOUR, DAY] = [60_000, 3_600_000, 86_400_000];

describe('Display width', () => {
  it.each([
    ['Ada', 3],
    ['東京', 4],
    ['ｱｲ', 2],
    ['한국', 4],
    ['e\u0301', 1],
    ['👍🏽', 2],
    ['👩‍👩‍👧', 2],
    ['❤️', 2],
    ['a\u200bb', 2],
  ])('%s needs %i columns', (text, width) => {
    expect(displayWidth(text)).toBe(width);
  });

  it.each([
    ['東京タワー', 5, '東京…'],
    ['東京タワー', 6, '東京… '],
    ['abc', 5, 'abc  '],
    ['abcdef', 4, 'abc…'],
  ])('%s in %i columns is “%s”', (text, width, shown) => {
    expect(inWidth(text, width)).toBe(shown);
  });
});

describe('Relative times', () => {
  it.each([
    [0, 'now'],
    [-5000, '5 s ago'],
    [-3 * HOUR - MINUTE, '3 h ago'],
    [5 * DAY + HOUR, 'in 5 d'],
    [90 * MINUTE, 'in 1 h'],
    [-400 * DAY, '1 y ago'],
  ])('%i ms from now is “%s”', (offset, text) => {
    expect(relative(at(offset), NOW)).toBe(text);
  });

  it('leaves dates and other texts as they are', () => {
    expect(['2026-11-23', 'holder-1', ''].map((text) => relative(text, NOW))).toEqual([
      '2026-11-23',
      'holder-1',
      '',
    ]);
  });
});

describe('A table', () => {
  const widths = (text: string) => text.split('\n').map(displayWidth);
  const LONG = 'x'.repeat(256);

  it('fits 100 columns without a terminal, and cuts the widest columns first', () => {
    const text = table(['id', 'state', 'holder'], [[LONG, 'active', LONG]]);
    expect(Math.max(...widths(text))).toBe(100);
    expect(text).toContain('…  active  x');
  });

  it('cuts wide characters by the columns that they need', () => {
    const text = table(['id', 'name'], [['h-1', '東'.repeat(80)]], { width: 40 });
    expect(Math.max(...widths(text))).toBeLessThanOrEqual(40);
  });

  it('never cuts the columns that are not named', () => {
    const text = table(['id', 'name'], [['i'.repeat(38), LONG]], { cut: ['name'] });
    expect(text).toContain(`${'i'.repeat(38)}  x`);
    expect(Math.max(...widths(text))).toBe(100);
  });

  it('keeps a UUID whole where no command completes the start of an id', () => {
    const uuid = '33c8e9da-6e41-4dc7-8814-7be404bc6518';
    const text = table(['name', 'request'], [[LONG, uuid]], { ids: ['request'], width: 60 });
    expect(text).toContain(`…  ${uuid}`);
    const longer = table(['name', 'request'], [['n', LONG]], { ids: ['request'], width: 60 });
    expect(Math.max(...widths(longer))).toBe(60);
  });

  it('with more columns than fit continues each row on further lines, and cuts no column that is not named', () => {
    const heads = ['name', 'ad unit', 'share', 'price'];
    const id = 'i'.repeat(20);
    const text = table(
      heads,
      [
        [LONG, id, '50%', '1.00'],
        ['n', id, '7%', '2.50'],
      ],
      { cut: ['name'], width: 36 },
    );
    expect(text.split('\n')).toEqual([
      'NAME            AD UNIT',
      '  SHARE  PRICE',
      `${'x'.repeat(13)}…  ${id}`,
      '  50%    1.00',
      `n               ${id}`,
      '  7%     2.50',
    ]);
  });

  it('--wide cuts nothing and shows exact times', () => {
    const text = table(['id', 'time'], [[LONG, at(0)]], { wide: true, now: NOW });
    expect(text).toContain(`${LONG}  2026-11-23T12:00:00.000Z`);
  });

  it('continues the last column on further lines where that is wanted', () => {
    const text = table(['id', 'problem'], [['a', 'one two three four five six']], { width: 28, wrap: true });
    expect(text).toBe('ID  PROBLEM\na   one two three four five\n    six');
    const path = table(['id', 'from'], [['a', '/etc/diptych/issuer-policy.yaml:3:5']], {
      width: 28,
      wrap: true,
    });
    expect(path).toBe('ID  FROM\na   /etc/diptych/issuer-poli\n    cy.yaml:3:5');
  });

  it('puts such a column below the others where less than 24 columns are left for it', () => {
    const text = table(['fault', 'what is wrong'], [['no-request-metadata', 'requestMetadata is absent']], {
      cut: ['what is wrong'],
      width: 40,
      wrap: true,
    });
    expect(text.split('\n')).toEqual([
      'FAULT',
      '  WHAT IS WRONG',
      'no-request-metadata',
      '  requestMetadata is absent',
    ]);
  });

  it('shows a cell on one line, without escape sequences', () => {
    expect(table(['name'], [['a\n\u001b[31mb']])).toBe('NAME\na\\n\\u001b[31mb');
  });
});
