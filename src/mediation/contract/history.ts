import { type Static, Type } from 'typebox';
import { listOf, message, nextPageToken, text, time } from './message.ts';
import { revision, validateOnly } from './query.ts';

const MediationGroupRevision = message('MediationGroupRevision', 'A change of a mediation group.', {
  revision: revision('Its number, which is also the etag of the group after the change.'),
  createTime: time('When the change was made.'),
  author: text('Who made it: the subject of the token.'),
  method: text('Id of the method.'),
  changedFields: listOf(
    Type.String(),
    'What differs from the revision before, as in an update mask; empty for the first revision.',
  ),
});
export type MediationGroupRevision = Static<typeof MediationGroupRevision>;

export const ListMediationGroupRevisionsResponse = message(
  'ListMediationGroupRevisionsResponse',
  'A page of revisions.',
  { revisions: listOf(MediationGroupRevision, 'The revisions, the last one first.'), nextPageToken },
);

const MediationGroupDifference = message(
  'MediationGroupDifference',
  'A value that differs between two revisions.',
  {
    field: text('The member, as in an update mask. A line that only one revision has is one difference.'),
    before: Type.Unknown({ description: 'Its value in `from`; absent if it had none.' }),
    after: Type.Unknown({ description: 'Its value in `to`; absent if it had none.' }),
  },
);
export type MediationGroupDifference = Static<typeof MediationGroupDifference>;

export const DiffMediationGroupResponse = message(
  'DiffMediationGroupResponse',
  'How two revisions of a mediation group differ.',
  {
    from: revision('The revision that was compared with.'),
    to: revision('The revision that was compared.'),
    differences: listOf(MediationGroupDifference, 'What differs; empty if the content is the same.'),
  },
);

export const RollbackMediationGroupRequest = message(
  'RollbackMediationGroupRequest',
  'Gives a mediation group the content of an earlier revision.',
  {
    revision: revision('The revision whose content the group gets. Required.'),
    etag: text('The etag that was read; another one is refused.'),
    validateOnly,
  },
);
