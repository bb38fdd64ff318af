import { APPROVAL_ACTIONS } from '../explained/approval-actions.ts';
import type { ResourceWords } from '../words.ts';

export const APPROVAL_WORDS = {
  about: 'Requests that wait for a second person (admin.secondPerson)',
  noun: 'request',
  methods: {
    listApprovals: {
      rows: 'approvals',
      columns: [
        ['id', 'approval', 'approval'],
        ['state', 'state', 'state'],
        ['method', 'action', 'text', { values: APPROVAL_ACTIONS }],
        ['requestedBy', 'requested by', 'text', { named: true }],
        ['decidedBy', 'decided by', 'text', { named: true }],
        ['createTime', 'requested', 'time'],
        ['expireTime', 'expires', 'time'],
      ],
      order: { usual: 'createTime desc', awaited: 'createTime' },
      note: `The newest come first; with --state awaited, the one that has waited longest.
--reverse reverses the order.`,
      examples: ['diptych approvals list --state awaited'],
    },
    getApproval: {
      summary: 'Show a request and its requester',
      examples: ['diptych approvals show Zk3v9QpL0aXw2mTn8RbY'],
    },
    approveApproval: {
      done: '{it} is approved',
      note: `The request is checked again and done at once, with both names in the audit log.
Imports of holders and codes are only allowed: the requester runs the same
command again. You cannot approve your own request, nor one that needs a
higher role than yours, nor act by the admin token, which is not a person.`,
      examples: [
        'diptych approvals approve Zk3v9QpL0aXw2mTn8RbY',
        'diptych approvals approve Zk3v9QpL0aXw2mTn8RbY --yes --json',
      ],
    },
    refuseApproval: {
      done: '{method} is refused',
      examples: ['diptych approvals refuse Zk3v9QpL0aXw2mTn8RbY --reason incorrect'],
    },
  },
} as const satisfies ResourceWords;
