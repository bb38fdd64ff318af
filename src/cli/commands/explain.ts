import type { Command } from 'commander';
import { NOUNS } from '../../admin/contract/audit-log/event-words.ts';
import { type Known, sentenceText } from '../../admin/contract/audit-log/sentences.ts';
import { DECISION_WORDS } from '../../admin/contract/explained/decisions.ts';
import type { AdminResponse } from '../../admin/contract/index.ts';
import { EXPLAIN_WORDS } from '../../admin/contract/requests/words.ts';
import { reasonText } from '../../client/decision-text.ts';
import type { Summaries } from '../../client/request-text.ts';
import { oneLine } from '../../conventions/printable.ts';
import { commandOf } from '../admin/group-command.ts';
import { statesText, stateText } from '../events/change-text.ts';
import { decidedFacts } from '../proofings/proofing-text.ts';
import { didText, fromTexts, summariesFor, whyTexts } from '../requests/refusal-text.ts';
import { zoned } from '../table/time-text.ts';

type Explained = AdminResponse<'getRequest'>;
type Handled = Explained['requests'][number];
type Event = Explained['events'][number];
type Named = Handled['named'][number];

const namedText = ({ subject, id, before, after }: Named) =>
  `${NOUNS[subject]} ${id}: ${statesText(subject, before, after)}`;

/** The finding, with a line for each member that is wrong. */
const findingLines = (description: string): readonly string[] => {
  const [first = '', ...others] = description.split('\n');
  return [`finding: ${first}`, ...others.map((line) => `  ${line}`)];
};

function refusalText({
  outcome,
  failedCheck,
  condition,
  description,
  remedy,
  errorId,
}: Handled): readonly string[] {
  if (outcome === 'ok') return ['answered'];
  return [
    ...whyTexts({ reason: outcome, ...(failedCheck !== undefined && { failedCheck }) }),
    ...(condition === undefined || condition === failedCheck ? [] : [`condition not met: ${condition}`]),
    ...(description === undefined ? [] : findingLines(description)),
    ...(remedy === undefined ? [] : [`what to do: ${remedy}`]),
    ...(errorId === undefined ? [] : [`error identifier ${errorId}`]),
  ];
}

function requestText(request: Handled, summaries: Summaries): string {
  const { time, operation, requestId, bodyBytes, members } = request;
  const came = members.length > 0 ? [`with ${members.join(', ')}`] : [];
  const lines = [
    `request ${requestId === '' ? '(without id)' : requestId}, ${bodyBytes} bytes`,
    ...fromTexts(request),
    ...came,
    ...request.named.map(namedText),
    ...refusalText(request),
    `after ${request.milliseconds} ms`,
  ];
  return [
    `${zoned(time)}  ${didText(operation, summaries)}`,
    ...lines.map((line) => `  ${oneLine(line)}`),
  ].join('\n');
}

async function eventText(event: Event, known: Known): Promise<string> {
  const { summaryOf } = await import('../events/sentences.ts');
  const { time, subject, subjectId, from, to } = event;
  const states = to === undefined ? '' : `: ${statesText(subject, from, to)}`;
  const [reason, ...others] = decidedFacts(event);
  const because = event.reason === undefined ? undefined : reason?.[1];
  const facts = because === undefined && reason ? [reason, ...others] : others;
  const sentence = sentenceText(event, { ...known, reason: () => because });
  const lines = [`${NOUNS[subject]} ${subjectId}${states}`, ...facts.map((fact) => fact.join(': '))];
  const said = [sentence, summaryOf(event)].filter((text) => text !== '').join(' – ');
  return [`${zoned(time)}  ${said}`, ...lines.map((line) => `  ${line}`)]
    .map((one) => `  ${oneLine(one)}`)
    .join('\n');
}

/** The kind of id that was found. */
const KINDS: Readonly<Record<Explained['kind'], string>> = {
  request: 'the id of a request',
  error: 'the identifier of an error',
  rejection: 'the identifier of a rejection',
  proofing: 'the id of a proofing',
  credential: 'the id of a credential',
  device: 'the id of a device',
  user: 'the id of a user',
  oauthClient: 'the id of an OAuth client',
  publisher: 'the id of a publisher',
  mediationGroup: 'the id of a mediation group',
  holder: 'the id of a holder',
};

function subjectText({ subject, id, state, rejectionCause }: Explained['subjects'][number]): string {
  const because = rejectionCause === undefined ? '' : `: ${reasonText(rejectionCause, DECISION_WORDS)}`;
  return oneLine(`  ${NOUNS[subject]} ${id}: ${stateText(subject, state)}${because}`);
}

/** The requests and the changes, oldest first. */
export async function explanation(
  { kind, subjects, requests, events }: Explained,
  known: Known = {},
): Promise<string> {
  const summaries = await summariesFor(requests);
  const texts = await Promise.all(events.map((event) => eventText(event, known)));
  const changed = texts.length > 0 ? ['What changed:', ...texts] : [];
  return [
    [`This is ${KINDS[kind]}.`, ...subjects.map(subjectText)].join('\n'),
    ...requests.map((request) => requestText(request, summaries)),
    changed.length > 0 ? changed.join('\n') : 'Nothing was changed.',
  ].join('\n\n');
}

export const explainCommand = (): Command =>
  commandOf('getRequest', EXPLAIN_WORDS.methods.getRequest, {
    text: async (answer, _id, _options, connection) => {
      const { knownFor } = await import('../events/sentences.ts');
      return explanation(answer, await knownFor(answer.events, connection));
    },
  });
