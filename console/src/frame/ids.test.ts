import { describe, expect, it } from 'vitest';
import { isId, isServerId } from './ids.ts';

const SERVER_IDS = [
  'applicant-11',
  'h-1',
  '0b6f5f0e-8f43-4f7e-9a53-1f1f0c3a0d55',
  'user-4f4b0f7e-5d0c-4d3a-8a3f-2f9b3d2f9d10',
  'Ab3dEf6hIj9kLm2nOp5qRs8tUv',
];
const NUMBERS = ['D-123456', 'D1234567', '01795441918376', 'a-1234', 'meier-huber1980', 'meier-1980'];
const NAMES = ['Meier-Huber', 'meier-huber', 'Brandt'];

describe('A text that is typed', () => {
  it.each([...SERVER_IDS, ...NUMBERS])('%s may be an id', (text) => {
    expect(isId(text)).toBe(true);
  });

  it.each([...NAMES, 'a1', 'Brandt 1990'])('%s is no id', (text) => {
    expect(isId(text)).toBe(false);
  });

  it.each(SERVER_IDS)('%s is neither a name nor the number of a document', (text) => {
    expect(isServerId(text)).toBe(true);
  });

  it.each([...NAMES, ...NUMBERS])('%s may be a name or the number of a document', (text) => {
    expect(isServerId(text)).toBe(false);
  });
});
