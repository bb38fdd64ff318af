import { describe, expect, it } from 'vitest';
import { DECISION_WORDS as words } from '../admin/contract/explained/decisions.ts';
import { CHALLENGE_KINDS, ProofingEvidence, REJECTION_REASONS } from '../issuer/contract/index.ts';
import { REJECTION_CAUSES } from '../issuer/model/index.ts';
import { rejectionFor } from '../issuer/proofing/rejections.ts';
import { decisionFacts, messageText, reasonText } from './decision-text.ts';

const at = (milliseconds: number) => new Date(milliseconds).toISOString();

describe('The text of a decision', () => {
  it('a rejection has its reason in words, its members, its texts and the note', () => {
    const rejected = {
      primaryRejection: {
        evidenceMismatch: { evidenceType: 'passport' },
        rejectionDescription: 'photo differs',
      },
      additionalRejections: [{ riskCheckFailure: {} }, { recordInvalid: { invalidityReason: 'expired' } }],
    };
    const facts = decisionFacts(
      { reason: 'evidenceMismatch', message: { rejected }, note: 'rang back' },
      words,
      at,
    );
    expect(facts).toEqual([
      ['Reason', 'Evidence does not match the record'],
      ['Which evidence', 'passport'],
      ['Text for the wallet’s support staff', 'photo differs'],
      ['Also', 'Risk check failed; Record is invalid (Why the record is invalid: expired)'],
      ['Note', 'rang back'],
    ]);
  });

  it('a challenge says what the user must do, and until when', () => {
    const challenged = { additionalTimeRequired: { estimatedCompletion: '1798761600000' } };
    expect(decisionFacts({ reason: 'additionalTimeRequired', message: { challenged } }, words, at)).toEqual([
      ['What the person must do', 'Wait, because the review takes longer'],
      ['Decision expected', '2027-01-01T00:00:00.000Z'],
    ]);
  });

  it('an automatic rejection has its cause and what the wallet gets', () => {
    const rejected = { primaryRejection: { evidenceMismatch: {}, issuerRejectionIdentifier: 'r-1' } };
    expect(decisionFacts({ reason: 'codeUnknown', message: { rejected } }, words, at)).toEqual([
      ['Reason', 'The code is unknown'],
      ['Reason sent to the wallet', 'Evidence does not match the record'],
      ['Rejection id', 'r-1'],
    ]);
  });

  it('what the wallet gets beside the reason fits in one line, the text first and without ids', () => {
    const rejected = {
      primaryRejection: {
        evidenceMismatch: { evidenceType: 'passport' },
        rejectionDescription: 'photo differs',
        issuerRejectionIdentifier: 'r-1',
      },
      additionalRejections: [{ riskCheckFailure: {} }],
    };
    const text = (reason: string, message: object) => messageText({ reason, message }, words, at);
    expect(text('evidenceMismatch', { rejected })).toBe(
      '“photo differs”; which evidence: passport; also: Risk check failed',
    );
    expect(text('codeUnknown', { rejected: { primaryRejection: { evidenceMismatch: {} } } })).toBe(
      'reason sent to the wallet: Evidence does not match the record',
    );
    const challenged = { physicalLocationVisit: {}, challengeDescription: 'bring a passport' };
    expect(text('physicalLocationVisit', { challenged })).toBe('“bring a passport”');
    expect(text('physicalLocationVisit', { challenged: { physicalLocationVisit: {} } })).toBeUndefined();
    expect(messageText({ reason: 'fraud', note: 'rang back' }, words, at)).toBeUndefined();
  });

  it.each(REJECTION_CAUSES)('an automatic rejection because of %s has no code in any value', (cause) => {
    const policies = [{ rejections: 'reasons' }, { rejections: 'generic' }] as const;
    const values = policies.flatMap((policy) => {
      const rejected = { primaryRejection: rejectionFor(cause, 'r-1', policy, 2) };
      return decisionFacts({ reason: cause, message: { rejected } }, words, at).map(([, value]) => value);
    });
    expect(values.filter((value) => /[a-z][A-Z]/.test(value))).toEqual([]);
  });

  it('every kind of evidence has words, which a message to the wallet shows', () => {
    for (const kind of Object.keys(ProofingEvidence.properties)) {
      const rejected = { primaryRejection: { evidenceIncomplete: { evidenceType: kind } } };
      const text = messageText({ reason: 'evidenceIncomplete', message: { rejected } }, words, at);
      expect(text).toBe(`which evidence: ${(words.evidence as Readonly<Record<string, string>>)[kind]}`);
      expect(text).not.toContain(kind);
    }
  });

  it('without its message, which was erased with the holder, the reason is left', () => {
    expect(decisionFacts({ reason: 'evidenceMismatch' }, words, at)).toEqual([
      ['Reason', 'Evidence does not match the record'],
    ]);
    expect(decisionFacts({}, words, at)).toEqual([]);
  });

  it('every task whose message has no member says where the user learns the rest', () => {
    const without = Object.entries(CHALLENGE_KINDS).filter(
      ([, { properties }]) => Object.keys(properties).length === 0,
    );
    expect(Object.keys(words.outOfBand)).toEqual(without.map(([name]) => name));
  });

  it('every reason, task and cause of the contract has words', () => {
    const codes = [...Object.keys(REJECTION_REASONS), ...Object.keys(CHALLENGE_KINDS), ...REJECTION_CAUSES];
    const worded = { ...words.reasons, ...words.challenges, ...words.causes };
    expect(codes.filter((code) => !Object.hasOwn(worded, code))).toEqual([]);
    expect(reasonText('variantB', words)).toBe('Variant B was kept');
    expect(reasonText('somethingNew', words)).toBe('Something new');
  });
});
