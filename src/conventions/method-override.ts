import { invalidArgument } from './refusal.ts';

const ALLOWED: ReadonlySet<string> = new Set(['PATCH', 'PUT', 'DELETE']);

const FORM = 'application/x-www-form-urlencoded';

export interface MethodRequest {
  readonly method: string;
  /** The values of `X-HTTP-Method-Override`, as often as it was sent. */
  readonly override: string | readonly string[] | undefined;
  readonly contentType: string | undefined;
}

export interface EffectiveMethod {
  readonly method: string;
  /** The body is the query of a GET that was too long for a URL. */
  readonly queryInBody: boolean;
}

const isForm = (contentType = '') => contentType.split(';', 1)[0]!.trim().toLowerCase() === FORM;

/** Honours the override on POST only. Throws INVALID_METHOD_OVERRIDE. */
export function effectiveMethod({ method, override, contentType }: MethodRequest): EffectiveMethod {
  const sent = override === undefined ? [] : [override].flat();
  if (method !== 'POST' || sent.length === 0) return { method, queryInBody: false };
  const name = sent.length === 1 ? sent[0]!.trim().toUpperCase() : '';
  if (ALLOWED.has(name)) return { method: name, queryInBody: false };
  if (name === 'GET' && isForm(contentType)) return { method: name, queryInBody: true };
  const text = `Invalid X-HTTP-Method-Override: one of PATCH, PUT, DELETE, or GET with a body of the type ${FORM}`;
  throw invalidArgument('INVALID_METHOD_OVERRIDE', text, [], {
    location: { type: 'header', name: 'X-HTTP-Method-Override' },
  });
}
