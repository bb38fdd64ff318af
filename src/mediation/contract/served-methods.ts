import type { TObject } from 'typebox';
import { METHOD_NAMES, METHODS, type Method, type MethodName } from './methods.ts';

/** The methods that a server offers, in the order of the contract. */
export interface ServedMethods {
  readonly names: readonly MethodName[];
  of(name: MethodName): Method;
}

interface Annotated {
  readonly extension?: true;
}

/** A copy without the members that are extensions. TypeBox keeps its own marks in members that are not enumerable. */
function publicPart<Value>(value: Value, isProperties = false): Value {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((item) => publicPart(item)) as Value;
  const copy = Object.defineProperties({}, Object.getOwnPropertyDescriptors(value));
  for (const [name, member] of Object.entries(value)) {
    if (isProperties && (member as Annotated).extension) Reflect.deleteProperty(copy, name);
    else
      Object.defineProperty(copy, name, {
        value: publicPart(member, name === 'properties'),
        enumerable: true,
      });
  }
  return copy as Value;
}

function withoutExtensions(method: Method): Method {
  const { query, request, response } = method;
  return {
    ...method,
    query: publicPart<TObject>(query),
    ...(request && { request: publicPart(request) }),
    response: publicPart(response),
  };
}

const EXTENDED: ServedMethods = { names: METHOD_NAMES, of: (name) => METHODS[name] };

function publicMethods(): ServedMethods {
  const names = METHOD_NAMES.filter((name) => !(METHODS[name] as Method).extension);
  const methods = new Map(names.map((name) => [name, withoutExtensions(METHODS[name])]));
  return { names, of: (name) => methods.get(name) ?? METHODS[name] };
}

const PUBLIC = publicMethods();

/** Without the extensions the methods and messages are those of the public interface. */
export const servedMethods = (groupExtensions: boolean): ServedMethods =>
  groupExtensions ? EXTENDED : PUBLIC;
