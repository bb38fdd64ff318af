import { words as contractWords, keyLimits } from 'virtual:contract';
import { type ReactNode, useState } from 'react';
import { codeWords } from '../../../../../src/conventions/code-words.ts';
import { upperFirst } from '../../../../../src/conventions/upper-first.ts';
import { Link, useAddressPart } from '../../../frame/navigation.tsx';
import { Page } from '../../../frame/page.tsx';
import { Button } from '../../../kit/button.tsx';
import { Difference } from '../../../kit/difference.tsx';
import { type Fact, Facts } from '../../../kit/facts.tsx';
import { Id } from '../../../kit/id.tsx';
import { Alert, Loaded, Loading, Notice } from '../../../kit/states.tsx';
import { longDayText, Time, useNow } from '../../../kit/time.tsx';
import { useMessages } from '../../../messages/index.ts';
import { useAdmin, useMayCall } from '../../api.ts';
import { useReasonText } from '../../parts/decision-text.tsx';
import { SubjectEvents, useSubjectEvents } from '../../parts/subject-events.tsx';
import { useHeading, useWord } from '../../parts/worded/columns.tsx';
import { endsFirst, nextStep, type RotatingRole } from '../keys/next-step.ts';
import {
  type ApprovalRow,
  ApprovalState,
  Asker,
  Operator,
  useIsOwn,
  useMayApprove,
  useTitle,
} from './approval-parts.tsx';
import { ApproveDialog, RefuseDialog } from './decide.tsx';
import { effectOf, otherMembers, readerOf, targetOf } from './effect.ts';
import { TargetLink } from './target-link.tsx';

type PageWords = NonNullable<(typeof contractWords)['setUserRole']>;

const ISO_TIME = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/;

/** A longer text, such as a certificate, and records are shown on demand. */
const LONGEST = 200;
const fitsIntoFacts = (value: unknown): boolean =>
  Array.isArray(value)
    ? value.every((one) => typeof one !== 'object')
    : typeof value !== 'object' && String(value).length <= LONGEST;

/** A value of a member of the request, in the words of its dialog. */
function useMemberFact(method: string) {
  const { common, keys } = useMessages();
  const word = useWord();
  const roles: Readonly<Record<string, string>> = keys.roles;
  const fields = (contractWords as Readonly<Record<string, PageWords>>)[method]?.fields;
  const textOf = (value: unknown, choices: Readonly<Record<string, string>> = roles): ReactNode => {
    if (typeof value === 'boolean') return common.word(value ? 'yes' : 'no');
    if (Array.isArray(value)) return value.map(String).join(', ');
    const text = String(value);
    if (ISO_TIME.test(text)) return <Time at={text} isRelative />;
    return choices[text] === undefined ? text : common.word(choices[text]);
  };
  return ([name, value]: readonly [string, unknown]): Fact => {
    const field = fields?.find((one) => one.name === name);
    return [word(field?.label ?? codeWords(name)), textOf(value, field?.choices)];
  };
}

/** What the approval of a step of a rotation sets in motion. */
function useRotationText() {
  const { keys } = useMessages();
  return ({ method, arguments: { role, finish } = {} }: ApprovalRow): string | undefined => {
    if (method !== 'rotateKey') return undefined;
    const [start, , end] = keys.rotateSteps[role as RotatingRole] ?? [];
    return (finish === true ? end : start)?.[1];
  };
}

/** Why a key is rotated: when it ends, and since when that is due. Undefined for other requests, and if it is not due. */
function useDueRotation({ method, state, arguments: { role, finish } = {} }: ApprovalRow) {
  const { approvals: words } = useMessages();
  const now = useNow();
  const isAsked = method === 'rotateKey' && finish !== true && state === 'awaited';
  const enabled = useMayCall()('listKeys') && isAsked;
  const keys = useAdmin('listKeys', {}, { enabled }).data?.keys ?? [];
  const key = endsFirst(keys.filter((one) => one.role === role));
  const { kind, at } = key ? nextStep(key, keys, now, keyLimits, 0) : {};
  if (key === undefined || kind !== 'rotate' || at === undefined) return undefined;
  return words.rotationDue(longDayText(Date.parse(key.notAfterTime)), longDayText(at), at <= now);
}

/** Reason and note in the request, or why it is due. */
function Why({ approval }: { readonly approval: ApprovalRow }) {
  const { approvals: words } = useMessages();
  const reasonText = useReasonText();
  const due = useDueRotation(approval);
  const { reason, note, detail } = approval.arguments ?? {};
  const code = typeof reason === 'string' ? reasonText(reason) : undefined;
  const given = [code, note, detail].filter((one) => typeof one === 'string');
  if (given.length > 0) return given.join(': ');
  if (due === undefined) return words.whyNone;
  return (
    <>
      {due} <Link to="/keys">{words.seeKeys}</Link>
    </>
  );
}

/** What the request changes, and what else it has. */
function Consequences({ approval }: { readonly approval: ApprovalRow }) {
  const { approvals: words, users } = useMessages();
  const may = useMayCall();
  const word = useWord();
  const heading = useHeading('listUsers');
  const { method, arguments: args } = approval;
  const target = targetOf(method, args);
  const reader = readerOf(target);
  const canRead = reader !== undefined && may(reader);
  const id = target?.id ?? '';
  const request = reader === 'getUser' ? { user: id } : { id };
  const query = useAdmin(reader ?? 'getHolder', request, { enabled: canRead });
  const effect = query.data && effectOf(method, args ?? {}, query.data);
  const text =
    useRotationText()(approval) ?? (contractWords as Readonly<Record<string, PageWords>>)[method]?.effect;
  const stateText = (value: string | undefined) => (value === undefined ? users.noRole : codeWords(value));
  const factOf = useMemberFact(method);
  const members = otherMembers(method, args ?? {}).filter(([name]) => name !== effect?.member);
  const simple = members.filter(([, value]) => fitsIntoFacts(value));
  return (
    <>
      {canRead && query.isPending && <Loading />}
      {canRead && query.error && <Notice kind="care">{words.targetGone}</Notice>}
      {(effect || text || method === 'eraseHolder') && (
        <section className="stack">
          <h2>{words.consequences}</h2>
          {effect && (
            <div className="box">
              <Facts
                facts={[
                  [
                    heading(effect.member),
                    upperFirst(`${stateText(effect.before)} → ${stateText(effect.after)}`),
                  ],
                ]}
              />
            </div>
          )}
          <p>{method === 'eraseHolder' ? words.erases : text && word(text)}</p>
        </section>
      )}
      {args === undefined && <p className="soft">{words.gone}</p>}
      {members.length > 0 && (
        <section className="stack">
          <h2>{words.request}</h2>
          {simple.length > 0 && (
            <div className="box">
              <Facts facts={simple.map(factOf)} />
            </div>
          )}
          {simple.length < members.length && (
            <details>
              <summary>{words.wholeRequest}</summary>
              <Difference before={args} after={args} />
            </details>
          )}
        </section>
      )}
    </>
  );
}

function Actions({
  approval,
  open,
}: {
  readonly approval: ApprovalRow;
  readonly open: (one: Opened) => void;
}) {
  const { approvals: words } = useMessages();
  const isOwn = useIsOwn()(approval);
  const canApprove = useMayApprove()(approval);
  const may = useMayCall();
  const isWaiting = approval.state === 'awaited';
  if (!isWaiting && approval.state !== 'approved') return null;
  return (
    <>
      {!isOwn && isWaiting && (
        <Button kind="main" onClick={() => open('approve')} disabled={!canApprove}>
          {words.approve}
        </Button>
      )}
      {(isOwn || may('refuseApproval')) && (
        <Button kind="danger" onClick={() => open('refuse')} disabled={!may('refuseApproval')}>
          {isOwn ? words.withdraw : words.refuse}
        </Button>
      )}
    </>
  );
}

type Opened = 'approve' | 'refuse';

/** Imports and codes run when they are sent again, by the person who asked: where that is done. */
function SendAgain({ approval, isOwn }: { readonly approval: ApprovalRow; readonly isOwn: boolean }) {
  const { approvals: words } = useMessages();
  const { expireTime } = approval;
  if (!isOwn) return <Notice>{words.allowed}</Notice>;
  const holder = targetOf(approval.method, approval.arguments);
  return (
    <Notice kind="care" title={words.sendAgain}>
      <p>
        {words.sendAgainText} {expireTime !== undefined && <Time at={expireTime} isRelative />}
      </p>
      {approval.method === 'importHolders' && (
        <Link to="/holders/import" className="button main">
          {words.importAgain}
        </Link>
      )}
      {approval.method === 'issueCode' && holder && (
        <Link to="/holders/$id" params={{ id: holder.id }} className="button main">
          {words.issueAgain}
        </Link>
      )}
    </Notice>
  );
}

export function Approval() {
  const id = useAddressPart('id');
  const { approvals: words, parts } = useMessages();
  const isOwnOf = useIsOwn();
  const mayApprove = useMayApprove();
  const heading = useHeading('listApprovals');
  const reasons: Readonly<Record<string, string>> = words.reasons;
  const query = useAdmin('getApproval', { id }, { every: 15_000 });
  const events = useSubjectEvents({ subject: 'approval', id }).data?.events;
  const refusal = events?.find(({ event }) => event === 'refuse')?.reason;
  const [opened, setOpened] = useState<Opened>();
  const close = () => setOpened(undefined);
  return (
    <Page
      title={useTitle(query.data) ?? words.one}
      back={<Link to="/approvals">{parts.back(words.title)}</Link>}
      actions={query.data && <Actions approval={query.data} open={setOpened} />}
    >
      <Loaded query={query}>
        {(approval) => {
          const isOwn = isOwnOf(approval);
          const isWaiting = approval.state === 'awaited';
          return (
            <>
              {isWaiting && isOwn && (
                <Notice kind="info" title={words.youAsked}>
                  {words.youAskedText}
                </Notice>
              )}
              {isWaiting && !isOwn && !mayApprove(approval) && (
                <Notice kind="care">{words.tooLow(approval.role)}</Notice>
              )}
              {approval.state === 'approved' && <SendAgain approval={approval} isOwn={isOwn} />}
              {approval.state === 'interrupted' && <Alert>{words.interrupted}</Alert>}
              <section className="box">
                <Facts
                  facts={[
                    [heading('state'), <ApprovalState key="state" state={approval.state} />],
                    [words.target, <TargetLink key="on" approval={approval} />],
                    [heading('requestedBy'), <Asker key="by" approval={approval} />],
                    approval.arguments && [words.why, <Why key="why" approval={approval} />],
                    [heading('createTime'), <Time key="since" at={approval.createTime} isRelative />],
                    approval.expireTime !== undefined && [
                      heading('expireTime'),
                      <Time key="until" at={approval.expireTime} isRelative />,
                    ],
                    isWaiting && [words.role, words.roleText(approval.role)],
                    approval.decidedBy !== undefined && [
                      heading('decidedBy'),
                      <Operator key="decided" id={approval.decidedBy} name={approval.decidedByName} />,
                    ],
                    refusal !== undefined && [words.refusal, reasons[refusal] ?? refusal],
                    approval.failure !== undefined && [words.failure, approval.failure],
                    approval.endTime !== undefined && [
                      words.ended,
                      <Time key="ended" at={approval.endTime} isRelative />,
                    ],
                    [words.one, <Id key="id" value={approval.id} />],
                  ]}
                />
              </section>
              <Consequences approval={approval} />
              <h2>{words.history}</h2>
              <SubjectEvents subject="approval" id={approval.id} />
              {opened === 'approve' && <ApproveDialog approval={approval} onClose={close} />}
              {opened === 'refuse' && <RefuseDialog approval={approval} isOwn={isOwn} onClose={close} />}
            </>
          );
        }}
      </Loaded>
    </Page>
  );
}
