import type { ReactNode } from 'react';
import { Link } from '../../../frame/navigation.tsx';
import { useWho } from '../../../frame/who.ts';
import { Button } from '../../../kit/button.tsx';
import { Headed } from '../../../kit/headed.tsx';
import { Failure, Loading, Notice } from '../../../kit/states.tsx';
import { absolute, formattingLocale, relative, useNow, zonedClockText } from '../../../kit/time.tsx';
import { useMessages } from '../../../messages/index.ts';
import { roleFor, useMayCall } from '../../api.ts';
import { type ApprovalRow, useTitle } from '../approvals/approval-parts.tsx';
import { useOutcomeText } from '../explain/outcome.tsx';
import { useOpenNext } from '../proofing/queue.ts';
import { Sentence, useCheckTitle } from '../settings/sentence.tsx';
import { type Attention, type Work, workOf } from './attention.ts';

interface NeedsProps {
  /** Whether the findings of the server, which come last, are still read. */
  readonly isReading: boolean;
  readonly attention: Attention;
  /** Time of the count. */
  readonly time: string;
  readonly challenged: string | undefined;
}

interface Told extends Pick<NeedProps, 'title' | 'link'> {
  readonly text?: ReactNode;
  /** What to do, for those who may do it. */
  readonly task?: string;
}

/** Work in words. `challenged`: how many proofings wait for the user instead. */
function useTold(challenged: string | undefined): (work: Work) => Told {
  const { today: words } = useMessages();
  const who = useWho();
  const now = useNow();
  const titleOf = useCheckTitle();
  const locale = formattingLocale();
  const ago = (at: string) => relative(Date.parse(at), now, locale);
  const roles: Readonly<Record<string, string>> = words.keyRoles;
  const toKeys = <Link to="/keys">{words.go.keys}</Link>;
  return ({ kind, by, it }) => {
    if (kind === 'compromise')
      return { title: words.compromise(roles[it.role] ?? it.role), link: toKeys, task: words.compromiseText };
    if (kind === 'reviews') {
      const oldest = it.oldestTime && words.oldest(ago(it.oldestTime));
      const deadline = it.deadlineTime && words.nextDeadline(ago(it.deadlineTime));
      const text = [oldest, deadline, challenged].filter(Boolean).join(' ');
      return { title: words.reviews(it.count), link: <ToReviews />, text };
    }
    if (kind === 'approvals')
      return {
        title: words.approvals(it.count),
        link: <Link to="/approvals">{words.go.approvals}</Link>,
        text: it.only && <Asked approval={it.only} />,
      };
    if (kind === 'toSend')
      return {
        title: words.toSend(it),
        link: (
          <Link to="/approvals" search={{ state: 'approved' }}>
            {words.go.approvals}
          </Link>
        ),
        task: words.toSendText,
      };
    if (kind === 'key') {
      const { role, endTime, isRotating, requestId, asked } = it;
      const say = Date.parse(endTime) > now ? words.key : words.keyEnded;
      const title = say(roles[role] ?? role, absolute(Date.parse(endTime), locale));
      if (requestId === undefined) {
        const task = isRotating ? words.keyRotating : role === 'iaca' ? words.rootText : words.keyText;
        return { title, link: toKeys, task };
      }
      const link = (
        <Link to="/approvals/$id" params={{ id: requestId }}>
          {words.go.request}
        </Link>
      );
      const text = asked ? words.keyAsked(who(asked.requestedBy, asked.requestedByName)) : words.keyRequested;
      return { title, link, text };
    }
    if (kind === 'rotation') {
      const title = words.rotation(words.keyRoles[it.role]);
      if (by !== undefined) return { title, link: toKeys, task: words.rotationDue };
      const text =
        it.requestId === undefined ? words.rotationLater(absolute(it.from, locale)) : words.rotationRequested;
      return { title, link: toKeys, text };
    }
    if (kind === 'notifications')
      return {
        title: words.notifications(it),
        link: (
          <Link to="/notifications" search={{ state: 'failed' }}>
            {words.go.notifications}
          </Link>
        ),
        text: words.notificationsText,
        task: words.notificationsTask,
      };
    return {
      title: words.finding(titleOf(it.check)),
      link: <Link to="/settings">{words.go.findings}</Link>,
      text: <Sentence text={[it.text, it.remedy].filter(Boolean).join('; ')} />,
    };
  };
}

/** Lists the work that needs a person, with links, or says that there is none. */
export function Needs({ isReading, attention, time, challenged }: NeedsProps) {
  const { today: words } = useMessages();
  const may = useMayCall();
  const outcomeText = useOutcomeText();
  const clock = zonedClockText(Date.parse(time), formattingLocale());
  const { warnings, refusals } = attention;
  const told = useTold(challenged);
  const work = workOf(attention, useNow()).map((one, index) => ({ ...one, ...told(one), key: index }));
  const mine = work.filter(({ by }) => by !== undefined && may(by));
  const others = work.filter((one) => !mine.includes(one));
  return (
    <section className="stack tight" aria-labelledby="needs">
      <Headed>
        <h2 id="needs">{words.needs}</h2>
        <span className="soft small">{words.checked(clock)}</span>
      </Headed>
      {!isReading && mine.length === 0 && (
        <Notice kind="good" title={others.length === 0 ? words.allClear(clock) : words.nothingNow(clock)}>
          {others.length === 0 ? words.allClearText : words.nothingNowText}
        </Notice>
      )}
      <ul className="plain needs">
        {mine.map(({ key, title, link, text, task }) => (
          <Need key={key} title={title} link={link}>
            {text} {task}
          </Need>
        ))}
      </ul>
      {isReading && <Loading isHidden />}
      {(others.length > 0 || warnings || refusals) && (
        <>
          <h2>{words.worth}</h2>
          <ul className="plain needs">
            {others.map(({ key, by, title, link, text }) => (
              <Need key={key} isCalm title={title} link={link}>
                {text} {by && words.doneBy(roleFor(by))}
              </Need>
            ))}
            {warnings && (
              <Need
                isCalm
                title={words.warnings(warnings)}
                link={<Link to="/settings">{words.go.findings}</Link>}
              >
                {words.warningsText}
              </Need>
            )}
            {refusals && (
              <Need
                isCalm
                title={words.refusals(refusals.count)}
                link={
                  <Link to="/explain" search={refusals.top && { reason: refusals.top.reason }}>
                    {words.go.refusals}
                  </Link>
                }
              >
                {refusals.top && words.refusalsTop(outcomeText(refusals.top.reason), refusals.top.count)}
              </Need>
            )}
          </ul>
        </>
      )}
    </section>
  );
}

/** What is asked for, and by whom. */
function Asked({ approval }: { readonly approval: ApprovalRow }) {
  const { approvals: words } = useMessages();
  const name = useWho()(approval.requestedBy, approval.requestedByName);
  return words.askedBy(useTitle(approval) ?? words.one, name);
}

/** The next proofing is one click away: it is what most people come for. */
function ToReviews() {
  const { today: words, reviews } = useMessages();
  const mayCall = useMayCall();
  const next = useOpenNext();
  return (
    <div className="actions">
      {next.error !== undefined && <Failure error={next.error} />}
      <Link to="/reviews">{words.go.reviews}</Link>
      {mayCall('claimNextProofing') && (
        <Button kind="main" isBusy={next.isBusy} onClick={next.openNext}>
          {reviews.openNext}
        </Button>
      )}
    </div>
  );
}

interface NeedProps {
  readonly title: string;
  readonly link: ReactNode;
  /** For information only; no action is needed. */
  readonly isCalm?: boolean;
  readonly children?: ReactNode;
}

function Need({ title, link, isCalm, children }: NeedProps) {
  return (
    <li className={isCalm ? 'need' : 'need pressing'}>
      <div>
        <strong>{title}</strong>
        {children && <div className="soft">{children}</div>}
      </div>
      {link}
    </li>
  );
}
