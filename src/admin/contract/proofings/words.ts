import type { ResourceWords } from '../words.ts';

export const PROOFING_WORDS = {
  about: 'Evidence that users sent, and the decisions on it',
  noun: 'proofing',
  methods: {
    listProofings: {
      rows: 'proofings',
      columns: [
        ['holderId', 'holder', 'holder'],
        ['id', 'proofing', 'proofing'],
        ['state', 'state', 'state'],
        ['deviceReferenceId', 'device', 'device'],
        ['createTime', 'received', 'time'],
        ['decideTime', 'decided', 'time', { wide: true }],
        ['deadlineTime', 'deadline', 'time'],
      ],
      order: { usual: 'createTime', pending: 'deadlineTime', challenged: 'deadlineTime' },
      note: `The oldest come first. With --state pending or challenged it is the review
queue, the earliest deadline first. --reverse reverses the order.`,
      examples: [
        'diptych proofings list --state pending --names',
        'diptych proofings list --holder-id h-1 --start-time 2026-11-01T00:00:00Z --json',
      ],
    },
    getProofing: {
      summary: 'Show a proofing with its decision: reason, message to the wallet, note, and who made it',
      examples: ['diptych proofings show p-1'],
    },
    claimProofing: {
      fields: {
        takeOver: {
          option: '--take-over',
          help: 'also when another operator has claimed it',
          kind: 'flag',
        },
      },
      done: '{it} is yours',
      examples: ['diptych proofings claim p-1 --take-over'],
    },
    getProofingReview: { examples: ['diptych proofings review p-1'] },
    claimNextProofing: { examples: ['diptych proofings next'] },
    releaseProofing: {
      done: 'your claim of {it} has ended',
      examples: ['diptych proofings release p-1'],
    },
    acceptProofing: { done: '{it} is {state}', examples: ['diptych proofings accept p-1 p-2'] },
    rejectProofing: {
      done: '{it} is {state}',
      note: `The reason is sent to the wallet platform; the note is kept in the audit log
only.`,
      examples: [
        'diptych proofings reject p-1 --reason recordNotFound --note "rang back, ticket 4711"',
        'diptych proofings reject p-1 p-2 p-3 --reason livenessCheckFailure --yes',
        `diptych proofings reject p-1 --detail '{
    "primaryRejection":{"recordInvalid":{"invalidityReason":"expired"}},
    "additionalRejections":[{"riskCheckFailure":{}}]}'`,
      ],
    },
    challengeProofing: {
      done: '{it} is {state}',
      note: `physicalLocationVisit and issuerUrlVisit name no place and no address: the
wallet shows what you gave its provider at onboarding.`,
      examples: [
        'diptych proofings challenge p-1 --reason physicalLocationVisit',
        `diptych proofings challenge p-1 \\
    --detail '{"additionalTimeRequired":{"estimatedCompletion":"1798761600000"}}'`,
      ],
    },
    resumeProofing: { done: '{it} is {state}', examples: ['diptych proofings resume p-1'] },
    revokeProofing: {
      name: 'Revoke proofing',
      effect:
        'The wallet can no longer get a credential with this proofing. A credential that it got already stays; revoke it too if it must end. This is final.',

      done: '{it} is {state}',
      examples: [
        'diptych proofings revoke p-1 --note "issued in error, ticket 4711"',
        'diptych proofings revoke p-1 --with-credential --yes',
      ],
    },
  },
} as const satisfies ResourceWords;
