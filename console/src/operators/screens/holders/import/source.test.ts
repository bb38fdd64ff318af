import { describe, expect, it } from 'vitest';
import { ELEMENT_WORDS } from '../../../../../../src/admin/contract/explained/elements.ts';
import { columnOfPath, headingFor, wordsOfPath } from './columns.ts';
import { plainName } from './images.ts';
import { sourcesOf } from './source.ts';

const MDL = 'org.iso.18013.5.1';
const AAMVA = 'org.iso.18013.5.1.aamva';
const element = (identifier: string, type = 'text') => ({ identifier, type, mandatory: false });
const TYPES = [
  {
    docType: 'org.iso.18013.5.1.mDL',
    title: 'mDL',
    source: 'ISO/IEC 18013-5',
    txCodes: false,
    namespaces: [
      {
        name: MDL,
        elements: [
          element('family_name'),
          element('sex', 'uint'),
          element('portrait', 'bytes'),
          element('driving_privileges', 'array'),
          { identifierPattern: '^age_over_[0-9]{2}$', type: 'boolean', mandatory: false },
        ],
      },
      { name: AAMVA, elements: [element('sex', 'uint')] },
    ],
  },
];
const none = new Map<string, string>();
const csv = (text: string) => sourcesOf('csv', text, TYPES, none);

describe('A CSV file of holders', () => {
  it('a CSV file gives one record for each line, with values of the types of their elements', () => {
    const { sources } = csv(
      `id,family_name,${MDL}/sex,age_over_18,driving_privileges\nh-1,Neu,2,TRUE,"[{""a"":1}]"\n`,
    );
    expect(sources).toEqual([
      {
        row: 2,
        record: {
          id: 'h-1',
          documentType: 'org.iso.18013.5.1.mDL',
          elements: {
            [MDL]: { family_name: 'Neu', sex: 2, age_over_18: true, driving_privileges: [{ a: 1 }] },
          },
        },
      },
    ]);
  });

  it('empty cells give no element, and values that cannot be converted are left for the server to refuse', () => {
    const { sources } = csv(`id,family_name,${MDL}/sex\nh-1,,x\n`);
    expect(sources[0]?.record).toMatchObject({ elements: { [MDL]: { sex: 'x' } } });
  });

  it('the fault says what is wrong with the heading line of a CSV file', () => {
    expect(csv('family_name,nose,sex,,nose\n').headingProblems).toEqual([
      { kind: 'noId', heading: 'id' },
      { kind: 'unknown', heading: 'nose' },
      { kind: 'empty', heading: '4' },
      { kind: 'twice', heading: 'nose' },
      { kind: 'ambiguous', heading: 'sex', places: [`${MDL}/sex`, `${AAMVA}/sex`] },
    ]);
  });

  it('missing cells and an open quote are reported with their line', () => {
    expect(csv('id,family_name\nh-1\n').sources).toMatchObject([{ row: 2, problem: { kind: 'cells' } }]);
    expect(csv('id\n"h').sources).toMatchObject([{ row: 2, problem: { kind: 'quoteOpen' } }]);
  });
});

describe('A JSON file of holders', () => {
  const record = { id: 'h-1', elements: {} };

  it('a JSON file may be one record, a list of records, or an object with records', () => {
    for (const content of [record, [record], { holders: [record] }])
      expect(sourcesOf('json', JSON.stringify(content), TYPES, none).sources).toEqual([{ row: 1, record }]);
  });

  it('JSON Lines has one record for each line, and a line that is not JSON is reported', () => {
    const { sources } = sourcesOf('jsonLines', `${JSON.stringify(record)}\n\n{\n`, TYPES, none);
    expect(sources).toEqual([
      { row: 1, record },
      { row: 3, problem: { kind: 'notJson' } },
    ]);
  });

  it('a repeated member in one object is refused with its line and name', () => {
    const twice = '{"id":"h-1",\n"elements":{"n":{"sex":1,"sex":2}}}';
    expect(sourcesOf('json', twice, TYPES, none).sources).toEqual([
      { row: 2, problem: { kind: 'repeated', column: 'sex', text: '2' } },
    ]);
    const lines = `${JSON.stringify(record)}\n${twice.replace('\n', '')}\n`;
    expect(sourcesOf('jsonLines', lines, TYPES, none).sources).toEqual([
      { row: 1, record },
      { row: 2, problem: { kind: 'repeated', column: 'sex', text: '2' } },
    ]);
    const { sources } = csv('id,driving_privileges\nh-1,"[{""a"":1,""a"":2}]"\n');
    expect(sources).toEqual([
      { row: 2, problem: { kind: 'repeatedInCell', column: 'driving_privileges', text: 'a' } },
    ]);
  });
});

describe('An image that a record names', () => {
  const text = JSON.stringify({ id: 'h-1', elements: { [MDL]: { portrait: 'faces/a.jpg' } } });

  it('the image that a record names is added to the record if the file was chosen too', () => {
    const { sources } = sourcesOf('json', text, TYPES, new Map([['a.jpg', 'AAAA']]));
    expect(sources[0]?.record).toMatchObject({ elements: { [MDL]: { portrait: 'AAAA' } } });
  });

  it('the name of an image may be in composed or decomposed letters', () => {
    const named = (name: string) =>
      sourcesOf('json', text.replace('a.jpg', name), TYPES, new Map([[plainName(name), 'AAAA']]));
    for (const name of ['M\u00fcller.jpg', 'Mu\u0308ller.jpg'])
      expect(named(name).sources[0]?.record).toMatchObject({ elements: { [MDL]: { portrait: 'AAAA' } } });
    expect(plainName('C:\\faces\\Mu\u0308ller.jpg')).toBe('M\u00fcller.jpg');
  });

  it('an image file that was not chosen is a fault of its column', () => {
    const { sources } = sourcesOf('json', text, TYPES, none);
    expect(sources[0]?.problem).toEqual({ kind: 'image', column: 'portrait', text: 'faces/a.jpg' });
  });
});

describe('The column of a fault', () => {
  const headings = ['id', 'family_name', `${AAMVA}/sex`, 'driving_privileges'];

  it.each([
    [`elements/${MDL}/family_name`, 'family_name'],
    [`elements/${AAMVA}/sex`, `${AAMVA}/sex`],
    [`elements/${MDL}/driving_privileges[0].vehicle_category_code`, 'driving_privileges'],
    ['id', 'id'],
    [`elements/${MDL}/birth_date`, undefined],
  ])('the fault at %s is shown in the column %s', (path, column) => {
    expect(columnOfPath(path, headings)).toBe(column);
  });

  it('an element that has no column is named by a heading that the file may have, and in words', () => {
    const path = `elements/${MDL}/family_name`;
    expect([headingFor(path), wordsOfPath(path, ELEMENT_WORDS)]).toEqual(['family_name', 'Family name']);
    expect(wordsOfPath(`elements/${MDL}/driving_privileges[0].codes`, ELEMENT_WORDS)).toBe(
      'Driving privileges[0].codes',
    );
    for (const heading of ['family_name', path]) {
      const { headingProblems, sources } = csv(`id,${heading}\nh-1,Brandt\n`);
      expect([headingProblems, sources[0]?.record]).toMatchObject([
        [],
        { elements: { [MDL]: { family_name: 'Brandt' } } },
      ]);
    }
  });
});
