import { randomUUID } from 'node:crypto';
import { REQUEST_ID } from '../request-id.ts';
import { type HttpRefusal, httpRefusalOf, refusal } from './refusals.ts';
import { originForm } from './rewrite-url.ts';
import { statusAnswer } from './status-answer.ts';

/** A complete answer. */
export interface ReadyAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
}

/** How an interface refuses requests under its prefix that match none of its routes. */
export interface Envelope {
  /** The prefix of its paths. */
  readonly prefix: string;
  refuse(reason: HttpRefusal): ReadyAnswer;
}

/** For paths that belong to no interface. Their requests are not recorded; the id is for the logs of clients and proxies. */
const PLAIN: Envelope = {
  prefix: '/',
  refuse(reason) {
    const { headers, ...answer } = statusAnswer(refusal(reason));
    return { ...answer, headers: { ...headers, [REQUEST_ID]: randomUUID() } };
  },
};

/** Formats an error for the interface that the address belongs to. */
export function answerIn(envelopes: readonly Envelope[]) {
  return (url: string, error: unknown): ReadyAnswer => {
    const reason = httpRefusalOf(error);
    if (reason === undefined) return statusAnswer(error);
    const path = originForm(url);
    return (envelopes.find(({ prefix }) => path.startsWith(prefix)) ?? PLAIN).refuse(reason);
  };
}
