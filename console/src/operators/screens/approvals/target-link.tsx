import { Id } from '../../../kit/id.tsx';
import { useMessages } from '../../../messages/index.ts';
import { useAdmin } from '../../api.ts';
import { IdLink } from '../../parts/id-link.tsx';
import { OwnedLink } from '../../parts/people/owned-link.tsx';
import { useSubjectEvents } from '../../parts/subject-events.tsx';
import { type ApprovalRow, Operator, useUser } from './approval-parts.tsx';
import { actedOn, targetOf } from './effect.ts';

const UserLink = ({ id }: { readonly id: string }) => <Operator id={id} name={useUser(id)?.email} />;

const RUNS: readonly string[] = ['approve', 'start'];

/** What a request that ran has changed, by the audit log: its arguments were erased. */
function ChangedLink({ approval }: { readonly approval: ApprovalRow }) {
  const { keys } = useMessages();
  const { data } = useSubjectEvents({ subject: 'approval', id: approval.id });
  const requestId = data?.events.find(({ event }) => RUNS.includes(event))?.requestId ?? '';
  const [, role = ''] = data?.events[0]?.concerns ?? [];
  const entries = useAdmin('listEvents', { requestId }, { enabled: requestId !== '' && role === '' }).data;
  if (role !== '') return (keys.roles as Readonly<Record<string, string>>)[role] ?? <Id value={role} />;
  const target = actedOn(approval.method, entries?.events ?? []);
  if (target === undefined) return '–';
  const { kind, id, subjectName, holderId, documentType } = target;
  if (kind === 'user') return <Operator id={id} name={subjectName} />;
  return <IdLink to={kind} id={id} owner={holderId} documentType={documentType} />;
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
