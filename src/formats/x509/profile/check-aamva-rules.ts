import type { Certificate } from '../certificate.ts';
import { OID } from '../oid.ts';
import * as holds from './holds.ts';
import { curveOf } from './key-algorithm.ts';
import { applyRules, type ProfileProblem, type Rule } from './rule.ts';

const CLAUSE = 'AAMVA mDL Implementation Guidelines 3.6';

/** Signature algorithms of the AAMVA trust list: ES256, ES384, ES512. */
const CURVES: ReadonlySet<string | undefined> = new Set(['P-256', 'P-384', 'P-521']);

const RULES: readonly Rule[] = [
  {
    clause: CLAUSE,
    problem: 'subject has no state or province',
    holds: ({ certificate }) => holds.subjectHas(certificate, OID.stateOrProvince),
  },
  {
    clause: CLAUSE,
    problem: 'key is not on P-256, P-384 or P-521',
    holds: ({ certificate }) => CURVES.has(curveOf(certificate)?.name),
  },
];

/** What the AAMVA asks of a root or a document signer beyond its profile; empty when all is well. */
export const checkAamvaRules = (certificate: Certificate): readonly ProfileProblem[] =>
  applyRules(RULES, { certificate, issuer: undefined });
