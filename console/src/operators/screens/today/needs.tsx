import type { ReactNode } from 'react';
import { Link } from '../../../frame/navigation.tsx';
import { Button } from '../../../kit/button.tsx';
import { Headed } from '../../../kit/headed.tsx';
import { Failure, Loading, Notice } from '../../../kit/states.tsx';
import { absolute, formattingLocale, relative, useNow, zonedClockText } from '../../../kit/time.tsx';
import { useMessages } from '../../../messages/index.ts';
import { useMayCall } from '../../api.ts';
import { useWho } from '../../parts/people/who.ts';
import { type ApprovalRow, useTitle } from '../approvals/approval-parts.tsx';
import { useOutcomeText } from '../explain/outcome.tsx';
import { useOpenNext } from '../proofing/queue.ts';
import { Sentence, useCheckTitle } from '../settings/sentence.tsx';
import { type Attention, isAllClear, isDue } from './attention.ts';

interface NeedsProps {
  /** Whether the findings of the server, which come last, are still read. */
  readonly isReading: boolean;
  readonly attention: Attention;
  /** Time of the count. */
  readonly time: string;
  readonly challenged: string | undefined;
}

/** Lists the work that needs a person, with links, or says that there is none. */
export function Needs({ isReading, attention, time, challenged }: NeedsProps) {
  const { today: words } = useMessages();
  const who = useWho();
  const now = useNow();
  const titleOf = useCheckTitle();
  const outcomeText = useOutcomeText();
  const locale = formattingLocale();
  const { reviews, approvals, toSend, keys, rotations, notifications, failures, warnings, refusals } =
    attention;
  const due = rotations.filter((one) => isDue(one, now));
  const later = rotations.filter((one) => !isDue(one, now));
  const whole = (at: string) => absolute(Date.parse(at), locale);
  const clock = zonedClockText(Date.parse(time), locale);
  const roles: Readonly<Record<string, string>> = words.keyRoles;
  return (
    <section className="stack tight" aria-labelledby="needs">
      <Headed>
        <h2 id="needs">{words.needs}</h2>
        <span className="soft small">{words.checked(clock)}</span>
      </Headed>
      {!isReading && isAllClear(attention, now) && (
        <Notice kind="good" title={later.length === 0 ? words.allClear(clock) : words.nothingNow(clock)}>
          {later.length === 0 ? words.allClearText : words.nothingNowText}
        </Notice>
      )}
      <ul className="plain needs">
        {reviews && (
          <Need title={words.reviews(reviews.count)} link={<ToReviews />}>
            {reviews.oldestTime && words.oldest(relative(Date.parse(reviews.oldestTime), now, locale))}{' '}
            {reviews.deadlineTime &&
              words.nextDeadline(relative(Date.parse(reviews.deadlineTime), now, locale))}{' '}
            {challenged}
          </Need>
        )}
        {approvals && (
          <Need
            title={words.approvals(approvals.count)}
            link={<Link to="/approvals">{words.go.approvals}</Link>}
          >
            {approvals.only && <Asked approval={approvals.only} />}
          </Need>
        )}
        {toSend && (
          <Need
            title={words.toSend(toSend)}
            link={
              <Link to="/approvals" search={{ state: 'approved' }}>
                {words.go.approvals}
              </Link>
            }
          >
            {words.toSendText}
          </Need>
        )}
        {keys.map(({ id, role, endTime, isRotating, requestId, asked }) => {
          const say = Date.parse(endTime) > now ? words.key : words.keyEnded;
          return (
            <Need
              key={id}
              title={say(roles[role] ?? role, whole(endTime))}
              link={
                requestId === undefined ? (
                  <Link to="/keys">{words.go.keys}</Link>
                ) : (
                  <Link to="/approvals/$id" params={{ id: requestId }}>
                    {words.go.request}
                  </Link>
                )
              }
            >
              {asked
                ? words.keyAsked(who(asked.requestedBy, asked.requestedByName))
                : requestId !== undefined
                  ? words.keyRequested
                  : isRotating
                    ? words.keyRotating
                    : role === 'iaca'
                      ? words.rootText
                      : words.keyText}
            </Need>
          );
        })}
        {due.map((one) => (
          <Rotation key={one.role} rotation={one} />
        ))}
        {notifications && (
          <Need
            title={words.notifications(notifications)}
            link={
              <Link to="/notifications" search={{ state: 'failed' }}>
                {words.go.notifications}
              </Link>
            }
          >
            {words.notificationsText}
          </Need>
        )}
        {failures.map(({ check, text, remedy }) => (
          <Need
            key={`${check} ${text}`}
            title={words.finding(titleOf(check))}
            link={<Link to="/settings">{words.go.findings}</Link>}
          >
            <Sentence text={[text, remedy].filter(Boolean).join('; ')} />
          </Need>
        ))}
      </ul>
      {isReading && <Loading isHidden />}
      {(later.length > 0 || warnings || refusals) && (
        <>
          <h2>{words.worth}</h2>
          <ul className="plain needs">
            {later.map((one) => (
              <Rotation key={one.role} rotation={one} isCalm />
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

interface RotationProps {
  readonly rotation: Attention['rotations'][number];
  readonly isCalm?: boolean;
}

/** A rotation that has begun, and when it can be finished. */
function Rotation({ rotation: { role, from, requestId }, isCalm = false }: RotationProps) {
  const { today: words } = useMessages();
  const text = isCalm ? words.rotationLater(absolute(from, formattingLocale())) : words.rotationDue;
  return (
    <Need
      isCalm={isCalm}
      title={words.rotation(words.keyRoles[role])}
      link={<Link to="/keys">{words.go.keys}</Link>}
    >
      {requestId === undefined ? text : words.rotationRequested}
    </Need>
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
