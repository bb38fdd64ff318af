import type { FastifyRequest } from 'fastify';
import { Compile } from 'typebox/compile';
import type { AssertionJson } from '../../../accounts/passkeys/index.ts';
import { jsonOrUndefined } from '../../../conventions/strict-json.ts';
import { Assertion } from '../../passkeys/shapes.ts';
import { field } from './context.ts';

const checkAssertion = Compile(Assertion);

/** What the script of the page put into the form. */
export function answerIn(request: FastifyRequest): unknown {
  return jsonOrUndefined(field(request, 'answer') ?? '');
}

/** Undefined if the form has no answer of a passkey. */
export function assertionIn(request: FastifyRequest): AssertionJson | undefined {
  const answer = answerIn(request);
  return checkAssertion.Check(answer) ? (answer as AssertionJson) : undefined;
}
