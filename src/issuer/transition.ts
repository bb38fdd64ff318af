import { IssuerError } from './errors.ts';

/** State × event → next state. An event that is absent is refused. */
type Transitions<State extends string, Event extends string> = Readonly<
  Record<State, Readonly<Partial<Record<Event, State>>>>
>;

/**
 * The state does not allow the event. Wallets receive the description; administrators receive the details of
 * refused-event.ts.
 */
export class EventRefused extends IssuerError {
  readonly state: string;
  readonly event: string;
  readonly transitions: Transitions<string, string>;

  constructor(subject: string, transitions: Transitions<string, string>, state: string, event: string) {
    super('invalidState', `a ${subject} that is ${state} cannot take the event "${event}"`);
    this.state = state;
    this.event = event;
    this.transitions = transitions;
  }
}

/** @throws EventRefused if the event is not allowed in the state */
export function nextState<State extends string, Event extends string>(
  subject: string,
  transitions: Transitions<State, Event>,
  state: State,
  event: Event,
): State {
  const next = transitions[state][event];
  if (next === undefined)
    throw new EventRefused(subject, transitions as Transitions<string, string>, state, event);
  return next;
}
