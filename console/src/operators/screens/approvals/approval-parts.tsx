import { adminMethods } from 'virtual:contract';
import { authorName } from '../../../../../src/admin/contract/audit-log/sentences.ts';
import { Link } from '../../../frame/navigation.tsx';
import { useSession } from '../../../frame/session.tsx';
import { Badge, type Tone } from '../../../kit/badge.tsx';
import { Id, shownId } from '../../../kit/id.tsx';
import { useMessages } from '../../../messages/index.ts';
import { type AdminResponse, useAdmin, useMayCall } from '../../api.ts';
import { IdLink, isLinked } from '../../parts/id-link.tsx';
import { useHolderName } from '../../parts/people/names.ts';
import { OwnedLink, useOwner } from '../../parts/people/owned-link.tsx';
import { useSubjectEvents } from '../../parts/subject-events.tsx';
import { targetOf } from './effect.ts';

export type ApprovalRow = AdminResponse<'getApproval'>;

const TONES: Readonly<Record<string, Tone>> = {
  awaited: 'care',
  approved: 'main',
  running: 'main',
  done: 'good',
  failed: 'warn',
  interrupted: 'warn',
};

export function ApprovalState({ state }: { readonly state: string }) {
  const { approvals: words } = useMessages();
  const states: Readonly<Record<string, string>> = words.states;
  return <Badge tone={TONES[state] ?? 'plain'}>{states[state] ?? state}</Badge>;
}

/** A short name of the requested action; the contract's description for a method that this page does not know. */
function useWhat() {
  const { approvals: words } = useMessages();
  const known: Readonly<Record<string, string>> = words.methods;
  const methods: Readonly<Record<string, { readonly summary: string }>> = adminMethods;
  return ({ method, arguments: args }: ApprovalRow): string => {
    if (method === 'rotateKey' && args?.finish === true) return words.finishRotation;
    return known[method] ?? methods[method]?.summary ?? method;
  };
}

/** A user, for those who may read users. */
function useUser(id: string | undefined) {
  const may = useMayCall();
  const { data } = useAdmin('getUser', { user: id ?? '' }, { enabled: id !== undefined && may('getUser') });
  return data;
}

/** The requested action with the key, the person or the user that it acts on; with an id where no name is known. */
export function useTitle(approval: ApprovalRow | undefined): string | undefined {
  const { approvals: words, keys, parts } = useMessages();
  const what = useWhat();
  const target = approval && targetOf(approval.method, approval.arguments);
  const holder = useHolderName(useOwner(target));
  const user = useUser(target?.kind === 'user' ? target.id : undefined);
  if (approval === undefined) return undefined;
  const role =
    approval.method === 'rotateKey' && target && (keys.roles as Readonly<Record<string, string>>)[target.id];
  if (!role) return parts.about(what(approval), holder ?? user?.email ?? (target && shownId(target.id)));
  const title = approval.arguments?.finish === true ? words.finishRotationOf : words.rotateKeyOf;
  return title(role.toLowerCase());
}

/** A user by email, if the person may read users. */
function UserLink({ id }: { readonly id: string }) {
  const data = useUser(id);
  return (
    <Link to="/users/$id" params={{ id }}>
      {data?.email ?? <Id value={id} canCopy={false} />}
    </Link>
  );
}

/** A person who requested or decided: by the whole email, because two people may have the same name. */
export const operatorText = (id: string, email: string | undefined): string =>
  email ?? authorName({ actor: 'operator', operatorId: id }, { id: shownId });

/** The same, linked for those who may read users. */
export function Operator({ id, name }: { readonly id: string; readonly name: string | undefined }) {
  const may = useMayCall();
  const text = operatorText(id, name);
  if (!id.startsWith('user-') || !may('getUser')) return text;
  return (
    <Link to="/users/$id" params={{ id }}>
      {text}
    </Link>
  );
}

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

/** Whether the person made the request, and therefore may not approve it. */
export function useIsOwn() {
  const { session } = useSession();
  return ({ requestedBy }: ApprovalRow) => requestedBy === session.person.id;
}

/** Name of the person who made the request; "you" for the reader. */
export function Asker({ approval }: { readonly approval: ApprovalRow }) {
  const { approvals: words } = useMessages();
  const isOwn = useIsOwn();
  return (
    <span>
      <Operator id={approval.requestedBy} name={approval.requestedByName} />{' '}
      {isOwn(approval) && <Badge tone="main">{words.you}</Badge>}
    </span>
  );
}
