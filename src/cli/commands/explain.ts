import type { Command } from 'commander';
import { DECISION_WORDS } from '../../admin/contract/explained/decisions.ts';
import type { AdminResponse } from '../../admin/contract/index.ts';
import { EXPLAIN_WORDS } from '../../admin/contract/requests/words.ts';
import { reasonText } from '../../client/decision-text.ts';
import { codeWords } from '../../conventions/code-words.ts';
import { oneLine } from '../../conventions/printable.ts';
import { commandOf } from '../admin/group-command.ts';
import { authorOf, decidedFacts, stateText as proofingState } from '../proofings/proofing-text.ts';

type Explained = AdminResponse<'getRequest'>;
type Handled = Explained['requests'][number];
type Event = Explained['events'][number];
type Named = Handled['named'][number];

/** `provision pending`, `waits for a decision`. */
const stateText = (subject: string, state: string): string =>
  subject === 'proofing' ? proofingState(state) : codeWords(state);

/** `active → revoked (revoke)`; the event alone if the subject has no states. */
export function changeText({
  subject,
  event,
  from,
  to,
}: Pick<Event, 'subject' | 'event' | 'from' | 'to'>): string {
  const was = from === undefined ? '' : `${stateText(subject, from)} `;
  return to === undefined ? event : `${was}→ ${stateText(subject, to)} (${event})`;
}

function namedText({ subject, id, before, after }: Named): string {
  const [was, is] = [before, after].map((state) => state && stateText(subject, state));
  const states = before === after ? (is ?? 'state not known') : `${was ?? 'new'} → ${is ?? 'unknown'}`;
  return `${subject} ${id}: ${states}`;
}

function outcomeText({
  outcome,
  failedCheck,
  condition,
  description,
  remedy,
  errorId,
}: Handled): readonly string[] {
  if (outcome === 'ok') return ['answered'];
  const check = failedCheck === undefined ? '' : ` by the check "${failedCheck}"`;
  return [
    `refused${check}: ${outcome}`,
    ...(condition === undefined || condition === failedCheck ? [] : [`condition not met: ${condition}`]),
    ...(description === undefined ? [] : [description]),
    ...(remedy === undefined ? [] : [`what to do: ${remedy}`]),
    ...(errorId === undefined ? [] : [`error identifier ${errorId}`]),
  ];
}

function requestText(request: Handled): string {
  const { time, operation, requestId, operatorId, operatorName, bodyBytes, members, milliseconds } = request;
  const came = members.length > 0 ? [`with ${members.join(', ')}`] : [];
  const lines = [
    `request ${requestId === '' ? '(without id)' : requestId}, ${bodyBytes} bytes`,
    ...(operatorId === undefined ? [] : [`by ${operatorName ? `${operatorName}, ` : ''}${operatorId}`]),
    ...came,
    ...request.named.map(namedText),
    ...outcomeText(request),
    `after ${milliseconds} ms`,
  ];
  return [`${time}  ${operation}`, ...lines.map((line) => `  ${oneLine(line)}`)].join('\n');
}

function eventText(event: Event): string {
  const { time, subject, subjectId } = event;
  const line = `${time}  ${subject} ${subjectId}: ${changeText(event)} by ${authorOf(event)}`;
  return [line, ...decidedFacts(event).map(([label, value]) => `  ${label}: ${value}`)]
    .map((one) => `  ${oneLine(one)}`)
    .join('\n');
}

/** The kind of id that was found. */
const KINDS: Readonly<Record<Explained['kind'], string>> = {
  request: 'a requestId',
  error: 'an issuerErrorIdentifier',
  rejection: 'an issuerRejectionIdentifier',
  proofing: 'a proofingId',
  credential: 'a credentialId',
  device: 'a deviceReferenceId',
  user: 'the id of a user',
  oauthClient: 'the id of an OAuth client',
  publisher: 'the id of a publisher',
  mediationGroup: 'the name of a mediation group',
};

function subjectText({ subject, id, state, rejectionCause }: Explained['subjects'][number]): string {
  const because = rejectionCause === undefined ? '' : `: ${reasonText(rejectionCause, DECISION_WORDS)}`;
  return oneLine(`  ${subject} ${id}: ${stateText(subject, state)}${because}`);
}

/** The requests and the changes, oldest first. */
export function explanation({ kind, subjects, requests, events }: Explained): string {
  const changed = events.length > 0 ? ['What changed:', ...events.map(eventText)] : [];
  return [
    [`Taken for ${KINDS[kind]}.`, ...subjects.map(subjectText)].join('\n'),
    ...requests.map(requestText),
    changed.length > 0 ? changed.join('\n') : 'Nothing was changed.',
  ].join('\n\n');
}

export const explainCommand = (): Command =>
  commandOf('getRequest', EXPLAIN_WORDS.methods.getRequest, { text: explanation });
