import { describe, expect, it } from 'vitest';
import { isServerId } from './server-id.ts';

describe('A text that may stand in an address', () => {
  it.each([
    'h-1',
    'c-mb2k1x-0aB3dE5fG7',
    'user-4f',
    'client-4f21',
    'applicant-11',
    '2cff',
    '2cfff651-',
    '2cfff651-3a01-4c7e-9a55-0d3b8f1e2a77',
    'Qm3kT9x',
    'q0mTkT9xB2nC4vL6sD8fG1hJ3kP5wR7y',
  ])('is an id, or the start of one: %s', (text) => {
    expect(isServerId(text)).toBe(true);
  });

  it.each([
    'Brandt',
    'Müller-Groß',
    'decade',
    'Elena Brandt 1990-01-31',
    '1990-01-31',
    'Brandt1990',
    'brandt-1990-01-31',
    'Brandt-Elena-Maria-1990-01-31',
    'D-123456',
    'D1234567',
    'd1234567',
    '01795441918376',
    'L01X00T47',
    'AB-12',
    'h1',
  ])('is no name and no number of a document: %s', (text) => {
    expect(isServerId(text)).toBe(false);
  });
});
