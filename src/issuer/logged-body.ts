import type { TSchema } from 'typebox';
import { OPERATIONS, type OperationName } from './contract/index.ts';
import type { RequestIds } from './ports/requests.ts';

/** The part of a body that is logged: ids, and names of declared members. */
export interface LoggedBody {
  readonly members: readonly string[];
  readonly ids: RequestIds;
}

type Body = Readonly<Record<string, unknown>>;

const NOTHING: LoggedBody = { members: [], ids: {} };

const ID_NAMES = [
  'deviceReferenceId',
  'proofingId',
  'credentialId',
] as const satisfies readonly (keyof RequestIds)[];

/** Longer ids are always refused. */
const LONGEST_ID = 256;

function memberNames(operation: OperationName): readonly string[] {
  const schema: TSchema = OPERATIONS[operation].request;
  return Object.keys((schema as { readonly properties?: object }).properties ?? {});
}

const DECLARED = new Map(
  Object.keys(OPERATIONS).map((name) => [name, memberNames(name as OperationName)] as const),
);

function present(body: Body, name: string): readonly string[] {
  const value = Object.hasOwn(body, name) ? body[name] : undefined;
  if (value === undefined || value === null) return [];
  return [Array.isArray(value) ? `${name}[${value.length}]` : name];
}

const isId = (value: unknown) => typeof value === 'string' && value !== '' && value.length <= LONGEST_ID;

function idsIn(body: Body, declared: readonly string[]): RequestIds {
  const names = ID_NAMES.filter((name) => declared.includes(name) && isId(body[name]));
  return Object.fromEntries(names.map((name) => [name, body[name]]));
}

/** A reverification has the credential's id one level deeper. */
function reverifiedIn({ reverificationContext: context }: Body, declared: readonly string[]): RequestIds {
  if (!declared.includes('reverificationContext') || typeof context !== 'object' || context === null)
    return {};
  return idsIn(context as Body, ['credentialId']);
}

export function loggedBody(operation: OperationName, body: unknown): LoggedBody {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return NOTHING;
  const given = body as Body;
  const declared = DECLARED.get(operation) ?? [];
  return {
    members: declared.flatMap((name) => present(given, name)),
    ids: { ...idsIn(given, declared), ...reverifiedIn(given, declared) },
  };
}
