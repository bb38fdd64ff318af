import { type HttpRefusal, httpRefusalOf, refusal } from './refusals.ts';
import { originForm } from './rewrite-url.ts';
import { statusAnswer } from './status-answer.ts';

/** An answer that only has to be sent. */
export interface ReadyAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
}

/** How an interface tells of requests under its paths that reach none of its routes. */
export interface Envelope {
  /** Where its paths begin. */
  readonly prefix: string;
  refuse(reason: HttpRefusal): ReadyAnswer;
}

/** For what belongs to no interface. */
const PLAIN: Envelope = { prefix: '/', refuse: (reason) => statusAnswer(refusal(reason)) };

/** An error in the form of the interface that the address belongs to. */
export function answerIn(envelopes: readonly Envelope[]) {
  return (url: string, error: unknown): ReadyAnswer => {
    const reason = httpRefusalOf(error);
    if (reason === undefined) return statusAnswer(error);
    const path = originForm(url);
    return (envelopes.find(({ prefix }) => path.startsWith(prefix)) ?? PLAIN).refuse(reason);
  };
}
