import { adminMethods } from 'virtual:contract';
import { isUser } from '../../../../../src/admin/contract/audit-log/sentences.ts';
import { isAtLeast, type Role } from '../../../api/session.ts';
import { Link } from '../../../frame/navigation.tsx';
import { useSession } from '../../../frame/session.tsx';
import { useWho } from '../../../frame/who.ts';
import { Badge, toneOf } from '../../../kit/badge.tsx';
import { shownId } from '../../../kit/shown-id.ts';
import { useMessages } from '../../../messages/index.ts';
import { type AdminResponse, useAdmin, useMayCall } from '../../api.ts';
import { useHolderName } from '../../parts/people/names.ts';
import { useOwner } from '../../parts/people/owned-link.tsx';
import { targetOf } from './effect.ts';

export type ApprovalRow = AdminResponse<'getApproval'>;

export function ApprovalState({ state }: { readonly state: string }) {
  const { approvals: words } = useMessages();
  const states: Readonly<Record<string, string>> = words.states;
  return <Badge tone={toneOf(state)}>{states[state] ?? state}</Badge>;
}

/** A short name of the requested action; the contract's description for a method that this page does not know. */
function useWhat() {
  const { approvals: words } = useMessages();
  const known: Readonly<Record<string, string>> = words.methods;
  const methods: Readonly<Record<string, { readonly summary: string }>> = adminMethods;
  return ({ method }: ApprovalRow): string => known[method] ?? methods[method]?.summary ?? method;
}

/** A user, for those who may read users. */
export function useUser(id: string | undefined) {
  const may = useMayCall();
  const { data } = useAdmin('getUser', { user: id ?? '' }, { enabled: id !== undefined && may('getUser') });
  return data;
}

/** The requested action with the key, the person or the user that it acts on; with an id where no name is known. */
export function useTitle(approval: ApprovalRow | undefined): string | undefined {
  const { approvals: words, keys, parts } = useMessages();
  const what = useWhat();
  const who = useWho();
  const target = approval && targetOf(approval.method, approval.arguments);
  const holder = useHolderName(useOwner(target));
  const user = useUser(target?.kind === 'user' ? target.id : undefined);
  if (approval === undefined) return undefined;
  const role =
    approval.method === 'rotateKey' && target && (keys.roles as Readonly<Record<string, string>>)[target.id];
  if (!role)
    return parts.about(
      what(approval),
      holder ?? (user ? who(user.id, user.email) : target && shownId(target.id)),
    );
  const title = approval.arguments?.finish === true ? words.finishRotationOf : words.rotateKeyOf;
  return title(role.toLowerCase());
}

/** A person who requested or decided, linked for those who may read users. */
export function Operator({ id, name }: { readonly id: string; readonly name: string | undefined }) {
  const may = useMayCall();
  const text = useWho()(id, name);
  if (!isUser(id) || !may('getUser')) return text;
  return (
    <Link to="/users/$id" params={{ id }}>
      {text}
    </Link>
  );
}

/** Whether the person made the request, and therefore may not approve it. */
export function useIsOwn() {
  const { session } = useSession();
  return ({ requestedBy }: ApprovalRow) => requestedBy === session.person.id;
}

/** Whether the person may approve the request of another person. */
export function useMayApprove() {
  const { role } = useSession();
  const may = useMayCall();
  const isOwn = useIsOwn();
  return (approval: ApprovalRow): boolean =>
    may('approveApproval') && isAtLeast(role, approval.role as Role) && !isOwn(approval);
}

export const Asker = ({ approval }: { readonly approval: ApprovalRow }) => (
  <Operator id={approval.requestedBy} name={approval.requestedByName} />
);
