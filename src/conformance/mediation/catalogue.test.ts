import { describe, expect, it } from 'vitest';
import { MEDIATION_CLAUSES } from '../../mediation/contract/clauses.ts';
import { MEDIATION_CATALOGUE } from './catalogue.ts';

const { cases } = MEDIATION_CATALOGUE;

describe('The catalogue for the mediation interface', () => {
  it('each case has its own id', () => {
    expect(new Set(cases.map(({ id }) => id)).size).toBe(cases.length);
  });

  it('each case is about a clause, and each clause has a case', () => {
    const tested = new Set(cases.map(({ clause }) => clause));
    expect([...tested].toSorted()).toEqual(Object.keys(MEDIATION_CLAUSES).toSorted());
  });
});
