import { describe, expect, it } from 'vitest';
import { ISSUER_CLAUSES } from '../../issuer/contract/clauses/index.ts';
import { FAULTS } from '../../wallet/index.ts';
import { ISSUER_CATALOGUE } from './catalogue.ts';

const { cases } = ISSUER_CATALOGUE;

describe('The catalogue for the issuer interface', () => {
  it('each case has its own id', () => {
    expect(new Set(cases.map(({ id }) => id)).size).toBe(cases.length);
  });

  it('each case is about a clause', () => {
    expect(cases.filter(({ clause }) => !Object.hasOwn(ISSUER_CLAUSES, clause)).map(({ id }) => id)).toEqual(
      [],
    );
  });

  it('each clause has a case', () => {
    const tested = new Set(cases.map(({ clause }) => clause));
    expect(Object.keys(ISSUER_CLAUSES).filter((clause) => !tested.has(clause))).toEqual([]);
  });

  it('each fault of the hostile phone is a case', () => {
    const ids = new Set(cases.map(({ id }) => id));
    expect(FAULTS.filter(({ name }) => !ids.has(`fault.${name}`))).toEqual([]);
  });
});
