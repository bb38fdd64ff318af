import type { FastifyInstance, FastifyRequest } from 'fastify';
import { type TSchema, Type } from 'typebox';
import {
  faultsOf,
  hasFewValues,
  invalidArgument,
  repeatedParameter,
  sameJson,
} from '../../conventions/index.ts';
import { put } from '../../conventions/json.ts';
import { decodeInTurns, FIELDS, refusal, repeatedMember, textOf } from '../conventions/index.ts';

/** Reads JSON in UTF-8; refuses too many values, repeated members, and the names `__proto__` and `constructor`. */
export function readJsonStrictly(instance: FastifyInstance): void {
  const parse = instance.getDefaultJsonParser('error', 'error');
  instance.removeContentTypeParser(['application/json', 'text/plain']);
  instance.addContentTypeParser<Buffer>('application/json', { parseAs: 'buffer' }, (request, bytes, done) => {
    const read = () => {
      const text = textOf(bytes);
      if (text === undefined) done(refusal('MALFORMED_BODY'));
      else if (!hasFewValues(bytes)) done(refusal('TOO_MANY_VALUES'));
      else void parse(request, text, (error, value) => done(error ?? repeatedMember(text), value));
    };
    void decodeInTurns(bytes).then(read, done);
  });
}

type Members = Readonly<Record<string, unknown>>;
type Values = readonly [name: string, values: readonly string[]];

const INTEGER = /^-?\d{1,15}$/;

/** Query values are text. A text of digits becomes a number if the member is an integer. */
function fromText(schema: TSchema | undefined, text: string): string | number {
  return schema !== undefined && Type.IsInteger(schema) && INTEGER.test(text) ? Number(text) : text;
}

/** Far more members than any method has. */
const MOST_MEMBERS = 100;

/** Refuses texts and lists, which also have members in JavaScript. */
function inBody(body: unknown): Members {
  if (body === undefined || body === null) return {};
  if (typeof body !== 'object' || Array.isArray(body))
    throw invalidArgument('REQUEST_INVALID', 'The body must be a JSON object.');
  if (Object.keys(body).length > MOST_MEMBERS)
    throw invalidArgument('REQUEST_INVALID', `The body has more than ${MOST_MEMBERS} members.`);
  return body as Members;
}

/**
 * The members of a request from its path, query and body. @throws StatusError REQUEST_INVALID if a member has
 * two values, or the body is not an object
 */
export function membersOf(schema: TSchema, { params, query, body }: FastifyRequest): Members {
  const sentInBody = inBody(body);
  const { properties = {} } = schema as { readonly properties?: Record<string, TSchema> };
  const parameters = Object.entries(query as Record<string, string | readonly string[]>)
    .filter(([name]) => !FIELDS.includes(name))
    .map(([name, sent]): Values => [name, [sent].flat()]);
  const faults = faultsOf('REQUEST_INVALID');
  for (const [name, values] of parameters) if (new Set(values).size > 1) faults.add(repeatedParameter(name));
  const inQuery = Object.fromEntries(
    parameters.map(([name, [text = '']]) => [
      name,
      fromText(Object.hasOwn(properties, name) ? properties[name] : undefined, text),
    ]),
  );
  const members: Record<string, unknown> = {};
  for (const part of [params as Members, inQuery, sentInBody]) {
    for (const [name, value] of Object.entries(part)) {
      if (!Object.hasOwn(members, name)) put(members, name, value);
      else if (!sameJson(members[name], value))
        faults.add({
          field: name,
          description: `${name} has one value in the address and another one elsewhere; send it once`,
        });
    }
  }
  faults.raise();
  return members;
}
