import type { FastifyRequest } from 'fastify';

/** One value of a form; undefined when it is missing or comes twice. */
export function field({ body }: FastifyRequest, name: string): string | undefined {
  const value = (body as Readonly<Record<string, unknown>> | undefined)?.[name];
  return typeof value === 'string' ? value : undefined;
}

/** All values of a name. */
export function fields({ body }: FastifyRequest, name: string): readonly string[] {
  const value = (body as Readonly<Record<string, unknown>> | undefined)?.[name];
  const values: readonly unknown[] = Array.isArray(value) ? value : [value];
  return values.filter((one) => typeof one === 'string');
}
