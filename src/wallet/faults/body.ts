import type { OperationName } from '../../issuer/contract/index.ts';
import type { Facts, Tampering } from '../device/tampering.ts';

export type Body = Readonly<Record<string, unknown>>;

/** A change of a request body, whatever operation it is of. */
export type BodyChange = (body: Body) => unknown;

function isBody(value: unknown): value is Body {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The body without a member; the member of a member by a dotted path. */
export function without(path: string): BodyChange {
  return (body) => {
    const [name, ...below] = path.split('.');
    const { [name!]: member, ...rest } = body;
    if (below.length === 0 || !isBody(member)) return rest;
    return { ...body, [name!]: without(below.join('.'))(member) };
  };
}

/** The body with a member replaced; the member of a member by a dotted path. */
export function withValue(path: string, value: unknown): BodyChange {
  return (body) => {
    const [name, ...below] = path.split('.');
    const member = body[name!];
    if (below.length === 0 || !isBody(member)) return { ...body, [name!]: value };
    return { ...body, [name!]: withValue(below.join('.'), value)(member) };
  };
}

/** As `Tampering.request`: only the bodies of one operation are changed. */
export function onlyFor(
  operation: OperationName,
  change: (body: Body, facts: Facts) => unknown,
): NonNullable<Tampering['request']> {
  return (body, facts, sentTo) => (sentTo === operation && isBody(body) ? change(body, facts) : body);
}
