import { expect, it } from 'vitest';
import { csvText } from './csv.ts';

it('an exported list has a heading line and one line for each row, and no cell is a formula', () => {
  const text = csvText(['id', 'state'], [['=h-1', 'active']]);
  expect(text).toBe("id,state\r\n'=h-1,active\r\n");
});
