import type { LogReader } from '../audit/ports/log.ts';
import { stateText } from '../audit/state-text.ts';
import type { ReasonOf } from '../conventions/reasons/index.ts';
import { StatusError } from '../conventions/status.ts';
import type { AuditEntry } from './model/index.ts';
import { EventRefused } from './transition.ts';

/** Participles of the events that operators can trigger. */
const DONE: Readonly<Record<string, string>> = {
  accept: 'accepted',
  reject: 'rejected',
  challenge: 'challenged',
  resume: 'resumed',
  revoke: 'revoked',
  requireAction: 'given a required action',
  clearAction: 'cleared of its required action',
  approve: 'approved',
  refuse: 'refused',
};

interface Subject {
  readonly subject: AuditEntry['subject'];
  readonly subjectId: string;
  readonly at: number;
  /** Reason of the refusal. */
  readonly reason?: ReasonOf<'FAILED_PRECONDITION'>;
}

/**
 * Describes the state, when it was set and by whom. A replica that lags behind may not have the entry; the
 * text then has only the state.
 */
export async function currentState(
  reader: LogReader,
  { subject, subjectId, at }: Subject,
  state: string,
  already = '',
): Promise<string> {
  const change = await reader.lastChange(subject, subjectId, at);
  return change?.to === state ? stateText(state, change, already) : `is ${already}${state}`;
}

/**
 * Says that the change was already made; or why it is not possible and which changes are, from the table of
 * the state machine.
 */
async function refusalText(reader: LogReader, about: Subject, refused: EventRefused): Promise<string> {
  const { state, event, transitions } = refused;
  const leadsHere = Object.values(transitions).some((events) => events[event] === state);
  if (leadsHere) return currentState(reader, about, state, 'already ');
  const possible = Object.keys(transitions[state] ?? {}).filter((other) => Object.hasOwn(DONE, other));
  const left = possible.length === 0 ? 'that is final' : `possible now: ${possible.join(', ')}`;
  const stood = await currentState(reader, about, state);
  return `cannot be ${DONE[event] ?? `changed by "${event}"`}: it ${stood}; ${left}`;
}

/** Does the work. If a state machine refuses, the error says when and by whom the state was set. */
export async function explainRefusal<T>(
  reader: LogReader,
  about: Subject,
  work: () => T | Promise<T>,
): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof EventRefused)) throw error;
    const text = `the ${about.subject} ${await refusalText(reader, about, error)}`;
    throw new StatusError(about.reason ?? 'INVALID_STATE', text);
  }
}
