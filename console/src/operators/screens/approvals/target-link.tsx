import { Id } from '../../../kit/id.tsx';
import { useMessages } from '../../../messages/index.ts';
import { useAdmin } from '../../api.ts';
import { IdLink, isLinked } from '../../parts/id-link.tsx';
import { OwnedLink } from '../../parts/people/owned-link.tsx';
import { useSubjectEvents } from '../../parts/subject-events.tsx';
import { type ApprovalRow, Operator, useUser } from './approval-parts.tsx';
import { targetOf } from './effect.ts';

const UserLink = ({ id }: { readonly id: string }) => <Operator id={id} name={useUser(id)?.email} />;

const RUNS: readonly string[] = ['approve', 'start'];

/** What a request that ran has changed, by the audit log: its arguments were erased. */
function ChangedLink({ approval }: { readonly approval: ApprovalRow }) {
  const { keys } = useMessages();
  const { data } = useSubjectEvents({ subject: 'approval', id: approval.id });
  const requestId = data?.events.find(({ event }) => RUNS.includes(event))?.requestId ?? '';
  const all = useAdmin('listEvents', { requestId }, { enabled: requestId !== '' }).data?.events;
  const changed = all?.find(({ subject }) => subject !== 'approval');
  const [, role = ''] = data?.events[0]?.concerns ?? [];
  if (role !== '') return (keys.roles as Readonly<Record<string, string>>)[role] ?? <Id value={role} />;
  if (changed === undefined) return '–';
  const { subject, subjectId, subjectName, holderId, documentType } = changed;
  if (subject === 'user') return <Operator id={subjectId} name={subjectName} />;
  if (!isLinked(subject)) return <Id value={subjectId} />;
  return <IdLink to={subject} id={subjectId} owner={holderId} documentType={documentType} />;
}

/** The target of the request, linked if it has a screen. */
export function TargetLink({ approval }: { readonly approval: ApprovalRow }) {
  const { keys } = useMessages();
  const roles: Readonly<Record<string, string>> = keys.roles;
  const target = targetOf(approval.method, approval.arguments);
  if (target === undefined) return <ChangedLink approval={approval} />;
  const { kind, id } = target;
  if (kind === 'holder' || kind === 'credential' || kind === 'device') return <OwnedLink to={kind} id={id} />;
  if (kind === 'user') return <UserLink id={id} />;
  return roles[id] ?? <Id value={id} />;
}
