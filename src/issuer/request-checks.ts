import { type TSchema, Type } from 'typebox';
import { Compile, type Validator } from 'typebox/compile';
import { type JsonValue, scalarOf } from '../conventions/index.ts';
import { isObject } from '../conventions/json.ts';
import { type CheckRow, refusedBy } from './checks.ts';
import {
  OPERATION_NAMES,
  OPERATIONS,
  type OperationName,
  RequestMetadata,
  type RequestOf,
} from './contract/index.ts';
import { type ApiVersion, IssuerError } from './errors.ts';
import type { IssuerPolicy } from './policy.ts';

type Body = Readonly<Record<string, unknown>>;

const METADATA = Type.Object({ requestMetadata: RequestMetadata });

interface Shape {
  readonly schema: TSchema;
  readonly validator: Validator;
}

const shapes = new Map<OperationName, Shape>(
  OPERATION_NAMES.map((name) => {
    const schema: TSchema = OPERATIONS[name].request;
    return [name, { schema, validator: Compile(schema) }];
  }),
);

/** Longer lists are refused without checking each element. */
const MAX_ELEMENTS = 1000;

/**
 * Reads only the declared members, by the rules of proto3 JSON: null means absent, and an int32 may be a
 * string. It follows the schema, so unknown members of a body take no time.
 */
function declared(schema: TSchema, value: unknown, place: string): unknown {
  if (Type.IsArray(schema) && Array.isArray(value)) {
    if (value.length > MAX_ELEMENTS) {
      throw new IssuerError('invalidFieldValue', `${place} must not have more than ${MAX_ELEMENTS} elements`);
    }
    return value.map((item, index) => declared(schema.items, item, `${place}.${index}`));
  }
  if (Type.IsInteger(schema)) return scalarOf(schema)?.read(value as JsonValue) ?? value;
  if (!Type.IsObject(schema) || !isObject(value)) return value;
  const members = Object.entries(schema.properties).flatMap(([name, member]) => {
    const given = Object.hasOwn(value, name) ? value[name] : null;
    const inner = place === '' ? name : `${place}.${name}`;
    return given === null ? [] : [[name, declared(member as TSchema, given, inner)] as const];
  });
  return Object.fromEntries(members);
}

type ShapeError = ReturnType<Validator['Errors']>[number];

function fieldName(instancePath: string): string {
  return instancePath.slice(1).replaceAll('/', '.');
}

/** Names of unset fields. In proto3 JSON, an empty string is the same as an unset field. */
function missingFields(errors: readonly ShapeError[]): readonly string[] {
  return errors.flatMap((error) => {
    const place = fieldName(error.instancePath);
    if (error.keyword === 'minLength') return [place];
    if (error.keyword !== 'required') return [];
    return error.params.requiredProperties.map((name) => (place === '' ? name : `${place}.${name}`));
  });
}

function refuseShape(errors: readonly ShapeError[]): never {
  const missing = missingFields(errors);
  if (missing.length > 0) throw new IssuerError('missingRequiredField', `unset: ${missing.join(', ')}`);
  const wrong = errors.map((error) => `${fieldName(error.instancePath) || 'the body'} ${error.message}`);
  throw new IssuerError('invalidFieldValue', wrong.slice(0, 8).join('; '));
}

function checkShape({ schema, validator }: Shape, body: Body): Body {
  if (validator.Check(body)) return body;
  const normalized = declared(schema, body, '') as Body;
  if (validator.Check(normalized)) return normalized;
  return refuseShape(validator.Errors(normalized));
}

const metadataShape: Shape = { schema: METADATA, validator: Compile(METADATA) };

function versionOf(metadata: Body): ApiVersion {
  const { requestMetadata } = metadata as { requestMetadata: RequestMetadata };
  const { major, minor } = requestMetadata.version;
  return { major: major ?? 0, minor: minor ?? 0 };
}

/** The metadata of a request. */
function checkMetadata(body: Body): Body {
  return checkShape(metadataShape, { requestMetadata: body.requestMetadata ?? null });
}

function checkVersion(metadata: Body, { versions }: IssuerPolicy): void {
  const request = versionOf(metadata);
  if (versions.some(({ major, minor }) => major === request.major && minor === request.minor)) return;
  const served = versions.map(({ major, minor }) => `${major}.${minor}`).join(', ');
  const detail = { versions: { request, expected: versions[0] } };
  throw new IssuerError('invalidApiVersion', `this version is not served; served: ${served}`, detail);
}

function checkIssuer(metadata: Body, { issuerId }: IssuerPolicy): void {
  const { requestMetadata } = metadata as { requestMetadata: RequestMetadata };
  if (requestMetadata.issuerId === issuerId) return;
  throw new IssuerError('forbidden', 'requestMetadata.issuerId names an issuer that is not served here');
}

interface MetadataCheck extends CheckRow {
  readonly check: (metadata: Body, policy: IssuerPolicy) => void;
}

/** Checks of the metadata of every request, in order. */
const METADATA_CHECKS: readonly MetadataCheck[] = [
  {
    step: 'version',
    name: 'version is supported',
    reasons: ['invalidApiVersion'],
    check: checkVersion,
  },
  {
    step: 'metadata',
    name: 'issuerId is that of this issuer',
    reasons: ['forbidden'],
    remedies: { forbidden: 'Send the issuerId of this issuer.' },
    check: checkIssuer,
  },
];

/** The HTTP interface checks it. */
export const AUTHENTICATED: CheckRow = {
  step: 'caller',
  name: 'the caller is authenticated',
  reasons: ['permissionDenied'],
};

/** The HTTP interface checks it before, except that the JSON is an object. */
export const READABLE_BODY: CheckRow = {
  step: 'body',
  name: 'the body is JSON within its limits, without repeated members',
  reasons: ['invalidFieldValue'],
  remedies: {
    invalidIdentifier: 'Call an operation of this interface.',
    invalidFieldValue: 'Send the request as the finding says.',
  },
};

const COMPLETE_METADATA: CheckRow = {
  step: 'metadata',
  name: 'requestMetadata is complete and has its types',
  reasons: ['missingRequiredField', 'invalidFieldValue'],
};

const COMPLETE_FIELDS: CheckRow = {
  step: 'fields',
  name: 'required fields are present, and every field has its type',
  reasons: ['missingRequiredField', 'invalidFieldValue'],
};

/** Checks of every request that has metadata, in order. */
export const REQUEST_CHECKS: readonly CheckRow[] = [COMPLETE_METADATA, ...METADATA_CHECKS, COMPLETE_FIELDS];

function membersOf(body: unknown): Body {
  if (isObject(body)) return body;
  throw new IssuerError('invalidFieldValue', 'the body is not a JSON object');
}

function required<T>(row: CheckRow, check: () => T): T {
  try {
    return check();
  } catch (error) {
    throw refusedBy(row, error);
  }
}

/** Longest requestId that is echoed and logged. A longer one is refused anyway. */
const MAX_ECHO = 1024;

/** The requestId to echo; "" if it cannot be read. */
export function requestIdOf(body: unknown): string {
  const metadata = isObject(body) ? body.requestMetadata : undefined;
  const requestId = isObject(metadata) ? metadata.requestId : undefined;
  return typeof requestId === 'string' && requestId.length <= MAX_ECHO ? requestId : '';
}

/**
 * The request of an operation after its checks, in the order metadata, version, issuer, fields. Unknown
 * members are ignored. @throws IssuerError
 */
export function checkRequest<Name extends OperationName>(
  name: Name,
  body: unknown,
  policy: IssuerPolicy,
): RequestOf<Name> {
  if (!OPERATIONS[name].metadata) return {} as RequestOf<Name>;
  const members = required(READABLE_BODY, () => membersOf(body));
  const metadata = required(COMPLETE_METADATA, () => checkMetadata(members));
  for (const row of METADATA_CHECKS) required(row, () => row.check(metadata, policy));
  return required(COMPLETE_FIELDS, () => checkShape(shapes.get(name) as Shape, members)) as RequestOf<Name>;
}
