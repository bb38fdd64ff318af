import type { FastifyRequest } from 'fastify';

/** The first cookie with this name whose value matches; undefined if there is none. */
export function cookieOf({ headers }: FastifyRequest, wanted: string, form: RegExp): string | undefined {
  for (const pair of (headers.cookie ?? '').split(';')) {
    const [name, value] = pair.trim().split('=', 2);
    if (name === wanted && value !== undefined && form.test(value)) return value;
  }
  return undefined;
}
