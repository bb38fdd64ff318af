import { ExchangeError } from '../errors.ts';
import type { VciAnswer, VciStep } from './transport.ts';

/** The issuer refused a request, with an error of OAuth 2.0 or OpenID4VCI. */
export class VciRefusal extends Error {
  override readonly name = 'VciRefusal';
  readonly step: VciStep;
  readonly status: number;
  /** Undefined if the answer names none. */
  readonly error: string | undefined;
  readonly errorDescription: string | undefined;

  /** `at`: the address, where it tells nothing secret and the reader may have to correct it. */
  constructor({ step, status, body }: VciAnswer, at?: string) {
    const [error, description] = [body?.error, body?.error_description].map((one) =>
      typeof one === 'string' ? one : undefined,
    );
    super(
      `${step}${at === undefined ? '' : ` at ${at}`} was refused with ${error ?? 'no error'} (HTTP ${status})${description === undefined ? '' : `: ${description}`}`,
    );
    this.step = step;
    this.status = status;
    this.error = error;
    this.errorDescription = description;
  }
}

export const FIRST_REFUSAL = 400;

/** Whether the status is that of success for its request. */
function isSuccess({ step, status }: VciAnswer): boolean {
  // Any of them will do (OpenID4VCI 1.0, 11.2), because the answer has no body.
  if (step === 'notification') return status >= 200 && status < 300;
  // RFC 9126, 2.2: a pushed request was created.
  return status === (step === 'pushedRequest' ? 201 : 200);
}

/** The answer, if the issuer accepted the request. @throws VciRefusal, ExchangeError */
export function accepted(answer: VciAnswer): VciAnswer {
  if (isSuccess(answer)) return answer;
  if (answer.status >= FIRST_REFUSAL) throw new VciRefusal(answer);
  throw new ExchangeError(
    'unexpectedStatus',
    `${answer.step} was answered with HTTP status ${answer.status}`,
  );
}

/** A text in an accepted answer. @throws ExchangeError */
export function textIn({ step, body }: VciAnswer, name: string): string {
  const value = body?.[name];
  if (typeof value === 'string' && value !== '') return value;
  throw new ExchangeError('malformedAnswer', `the answer to ${step} has no ${name}`);
}
