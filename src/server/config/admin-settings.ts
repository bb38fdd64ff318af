import { Type } from 'typebox';
import { SECOND_PERSON_GROUPS } from '../../admin/method.ts';
import { GUARDED_NAMES } from '../../admin/policy/second-person.ts';

/** What one operator alone must not do. */
export const AdminSettings = Type.Object(
  {
    secondPerson: Type.Array(Type.Enum([...SECOND_PERSON_GROUPS, ...GUARDED_NAMES]), {
      description: `What needs the approval of another person: groups (${SECOND_PERSON_GROUPS.join(', ')}) or methods. Every entry implies roles; see administration.md.`,
      default: [],
    }),
    approvalHours: Type.Integer({
      description: 'Hours until an approval expires.',
      default: 72,
      minimum: 1,
      maximum: 720,
    }),
  },
  { additionalProperties: false, default: {} },
);
