import { type TSchema, Type } from 'typebox';
import { Compile, type Validator } from 'typebox/compile';
import {
  OPERATION_NAMES,
  OPERATIONS,
  type OperationName,
  RequestMetadata,
  type RequestOf,
} from './contract/index.ts';
import { type ApiVersion, IssuerError } from './errors.ts';
import type { IssuerPolicy } from './policy.ts';

type Body = Record<string, unknown>;

const metadataShape = Compile(Type.Object({ requestMetadata: RequestMetadata }));

const shapes = new Map<OperationName, Validator>(
  OPERATION_NAMES.map((name) => [name, Compile(OPERATIONS[name].request as TSchema)]),
);

function isObject(value: unknown): value is Body {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Deeper than any message; what is below cannot be a member of one. */
const MAX_DEPTH = 16;

/** proto3 JSON reads null as absent. */
function withoutNulls(value: unknown, depth = 0): unknown {
  if (depth > MAX_DEPTH) return undefined;
  if (Array.isArray(value)) return value.map((item) => withoutNulls(item, depth + 1));
  if (!isObject(value)) return value;
  const kept = Object.entries(value).filter(([, member]) => member !== null);
  return Object.fromEntries(kept.map(([name, member]) => [name, withoutNulls(member, depth + 1)]));
}

type ShapeError = ReturnType<Validator['Errors']>[number];

function fieldName(instancePath: string): string {
  return instancePath.slice(1).replaceAll('/', '.');
}

/** Names of unset fields; proto3 JSON cannot tell an empty string from an unset one. */
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

function checkShape(shape: Validator, body: Body): Body {
  if (shape.Check(body)) return body;
  const normalized = withoutNulls(body) as Body;
  if (shape.Check(normalized)) return normalized;
  return refuseShape(shape.Errors(normalized));
}

function versionOf(body: Body): ApiVersion {
  const { requestMetadata } = body as { requestMetadata: RequestMetadata };
  const { major, minor } = requestMetadata.version;
  return { major: major ?? 0, minor: minor ?? 0 };
}

function checkMetadata(body: Body): void {
  checkShape(metadataShape, { requestMetadata: body.requestMetadata ?? null });
}

function checkVersion(body: Body, { versions }: IssuerPolicy): void {
  const request = versionOf(body);
  if (versions.some(({ major, minor }) => major === request.major && minor === request.minor)) return;
  const served = versions.map(({ major, minor }) => `${major}.${minor}`).join(', ');
  const detail = { versions: { request, expected: versions[0] } };
  throw new IssuerError('invalidApiVersion', `this version is not served; served: ${served}`, detail);
}

function checkIssuer(body: Body, { issuerId }: IssuerPolicy): void {
  const { requestMetadata } = body as { requestMetadata: RequestMetadata };
  if (requestMetadata.issuerId === issuerId) return;
  throw new IssuerError('forbidden', 'requestMetadata.issuerId names an issuer that is not served here');
}

/** What every request with metadata goes through before its operation, in this order. */
const METADATA_CHECKS: readonly ((body: Body, policy: IssuerPolicy) => void)[] = [
  checkMetadata,
  checkVersion,
  checkIssuer,
];

/** Longest requestId that is echoed and logged; a longer one is refused anyway. */
const MAX_ECHO = 1024;

/** The requestId to echo: "" when it cannot be read. */
export function requestIdOf(body: unknown): string {
  const metadata = isObject(body) ? body.requestMetadata : undefined;
  const requestId = isObject(metadata) ? metadata.requestId : undefined;
  return typeof requestId === 'string' && requestId.length <= MAX_ECHO ? requestId : '';
}

/**
 * The request of an operation, checked in the order metadata, version, issuer, fields. Unknown members stay
 * and are ignored.
 * @throws IssuerError
 */
export function checkRequest<Name extends OperationName>(
  name: Name,
  body: unknown,
  policy: IssuerPolicy,
): RequestOf<Name> {
  if (!OPERATIONS[name].metadata) return {} as RequestOf<Name>;
  if (!isObject(body)) throw new IssuerError('invalidFieldValue', 'the body is not a JSON object');
  for (const check of METADATA_CHECKS) check(body, policy);
  return checkShape(shapes.get(name) as Validator, body) as RequestOf<Name>;
}
