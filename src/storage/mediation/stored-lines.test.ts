import { expect, it } from 'vitest';
import { adUnitId, mappingName } from '../../mediation/names.ts';
import type { MediationGroup } from '../../mediation/ports/entities.ts';
import { parsedLines, printedLines } from './stored-lines.ts';

const PUBLISHER = 'pub-1111111111111111';

const linesWith = (adUnitMappings: Record<string, string>) =>
  [{ lineId: '1', adUnitMappings }] as unknown as MediationGroup['lines'];

const unit = adUnitId(PUBLISHER, '1234567890');
const own = { [unit]: mappingName(PUBLISHER, '1234567890', '7777777777') };

it('mappings are stored by the ids of ad unit and mapping alone, and read with their names', () => {
  const text = printedLines(PUBLISHER, linesWith(own));
  expect(JSON.parse(text)).toEqual(linesWith({ '1234567890': '7777777777' }));
  expect(parsedLines(PUBLISHER, text)).toEqual(linesWith(own));
});

it('lines that earlier versions stored with names are read', () => {
  expect(parsedLines(PUBLISHER, JSON.stringify(linesWith(own)))).toEqual(linesWith(own));
});

it('a mapping of another ad unit or publisher keeps its name', () => {
  const other = linesWith({
    [unit]: mappingName(PUBLISHER, '0000000000', '1'),
    [adUnitId(PUBLISHER, '0000000002')]: mappingName('pub-2222222222222222', '0000000002', '2'),
  });
  expect(parsedLines(PUBLISHER, printedLines(PUBLISHER, other))).toEqual(other);
});
