import type { FastifyRequest } from 'fastify';
import { VciError } from './errors.ts';

export type Parameters = ReadonlyMap<string, string>;

/** RFC 6749 3.2: no parameter more than once; one without a value counts as left out. @throws VciError */
export function parametersOf({ body }: FastifyRequest): Parameters {
  const given = new Map<string, string>();
  for (const [name, value] of Object.entries((body ?? {}) as Record<string, unknown>)) {
    if (typeof value !== 'string') throw new VciError('invalid_request', 'a parameter is repeated');
    if (value !== '') given.set(name, value);
  }
  return given;
}

export const headerOf = ({ headers }: FastifyRequest, name: string): string | undefined => {
  const value = headers[name];
  return typeof value === 'string' ? value : undefined;
};

/** A parameter that must be there and is not too long. @throws VciError `invalid_request` */
export function required(parameters: Parameters, name: string, longest = 512): string {
  const value = parameters.get(name);
  if (value === undefined) throw new VciError('invalid_request', `${name} is missing`);
  if (value.length > longest) throw new VciError('invalid_request', `${name} is too long`);
  return value;
}
