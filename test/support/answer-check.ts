import type { TSchema } from 'typebox';
import { Compile, type Validator } from 'typebox/compile';
import { expect } from 'vitest';

/** HTTP statuses of the error table. The table has none for invalidState. */
export const ADVISED_STATUS = {
  invalidApiVersion: 400,
  invalidPayloadSignature: 401,
  invalidPayloadEncryption: 400,
  invalidIdentifier: 404,
  invalidFieldValue: 400,
  missingRequiredField: 400,
  invalidDecryptedRequest: 400,
  permissionDenied: 403,
  forbidden: 403,
  invalidState: 400,
} as const;
export type Reason = keyof typeof ADVISED_STATUS;

/** HTTP statuses that occur together with invalidFieldValue. */
const TRANSPORT_STATUSES = [405, 408, 413, 415, 431];

/** With these statuses, the server may not have read the body. */
const UNREAD = [413, 415, 431];

interface DescribedOperation {
  readonly operationId: string;
  readonly responses: Readonly<
    Record<string, { readonly content?: { readonly 'application/json': { readonly schema: TSchema } } }>
  >;
}

export interface OpenApiDocument {
  readonly components?: { readonly schemas?: Readonly<Record<string, object>> };
  readonly paths: Readonly<Record<string, Readonly<Record<string, DescribedOperation>>>>;
}

/** The schema with every reference replaced by the referenced schema. */
function resolved(schema: unknown, { components }: OpenApiDocument): unknown {
  const within = (one: unknown): unknown => {
    if (Array.isArray(one)) return one.map(within);
    if (typeof one !== 'object' || one === null) return one;
    const { $ref, ...rest } = one as Readonly<Record<string, unknown>>;
    const name = typeof $ref === 'string' ? $ref.replace('#/components/schemas/', '') : undefined;
    const target = name === undefined ? rest : { ...components?.schemas?.[name], ...rest };
    return Object.fromEntries(Object.entries(target).map(([key, value]) => [key, within(value)]));
  };
  return within(schema);
}

/** The schema, changed so that it allows no members that it does not name. */
function closed(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(closed);
  if (typeof schema !== 'object' || schema === null) return schema;
  const members = Object.entries(schema).map(([name, value]) => [name, closed(value)]);
  const copy = Object.fromEntries(members) as Record<string, unknown>;
  if (copy.type === 'object' && copy.properties && !copy.patternProperties) copy.additionalProperties = false;
  return copy;
}

/** By the schema, because servers with different settings answer with the same ones. */
const validators = new Map<string, Validator>();

function validatorOf(schema: TSchema): Validator {
  const key = JSON.stringify(schema);
  const validator = validators.get(key) ?? Compile(schema);
  validators.set(key, validator);
  return validator;
}

export type SchemaCheck = (operationId: string, status: number, body: unknown) => void;

/** Checks answers against the response schemas of an OpenAPI document, and allows no further members. */
export function schemaCheck(document: OpenApiDocument): SchemaCheck {
  const compiled = new Map<TSchema, Validator>();
  const operations = new Map(
    Object.values(document.paths).flatMap((methods) =>
      Object.values(methods).map((one) => [one.operationId, one]),
    ),
  );
  return (operationId, status, body) => {
    const responses = operations.get(operationId)?.responses ?? {};
    const described = responses[String(status)] ?? responses.default;
    expect(described, `status ${status} of ${operationId} is described`).toBeDefined();
    const schema = described?.content?.['application/json'].schema as TSchema;
    const validator = compiled.get(schema) ?? validatorOf(closed(resolved(schema, document)) as TSchema);
    compiled.set(schema, validator);
    expect(validator.Errors(body), `the answer of ${operationId} with status ${status}`).toEqual([]);
  };
}

export interface Seen {
  readonly status: number;
  readonly headers: Headers;
  readonly body: unknown;
}

/** The requestId that the answer must echo. */
function sentRequestId(body: string | Uint8Array): string {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(Buffer.from(body as Uint8Array));
    const id: unknown = JSON.parse(text)?.requestMetadata?.requestId;
    return typeof id === 'string' && id.length <= 1024 ? id : '';
  } catch {
    return '';
  }
}

function logged(log: readonly string[], words: string): Record<string, unknown> | undefined {
  const line = log.findLast((candidate) => candidate.includes(words));
  return line === undefined ? undefined : (JSON.parse(line) as Record<string, unknown>);
}

function reasonsOf(body: object): readonly Reason[] {
  return Object.keys(ADVISED_STATUS).filter((reason): reason is Reason => reason in body);
}

function checkError({ status, body }: Seen, requestId: string, log: readonly string[]): void {
  const error = body as { issuerErrorIdentifier: string; errorDescription: string };
  const reasons = reasonsOf(error);
  expect(reasons, 'the reason members').toHaveLength(status < 500 && status !== 429 ? 1 : 0);
  const [reason] = reasons;
  if (reason && !(reason === 'invalidFieldValue' && TRANSPORT_STATUSES.includes(status))) {
    expect(status, `the status of ${reason}`).toBe(ADVISED_STATUS[reason]);
  }
  expect(error.errorDescription).not.toBe('');
  expect(error.issuerErrorIdentifier).not.toBe('');
  const line = logged(log, error.issuerErrorIdentifier);
  expect(line, 'the log line of the error').toMatchObject({ requestId, status });
  if (reason) expect(line).toMatchObject({ outcome: reason });
}

function operationOf(path: string): string {
  return path.replace(/^\/v1\/vdc\//, '').replace(/\?.*$/, '');
}

/** Ruling 48: the server does not read larger bodies of unauthenticated callers. */
const MOST_UNADMITTED = 16 * 1024;

/** Requirements on every answer of the issuer panel, whatever the request. */
export function checkIssuerAnswer(
  sent: { readonly path: string; readonly body: string | Uint8Array },
  answer: Seen,
  schemas: SchemaCheck,
  log: readonly string[],
): void {
  const { status, headers, body } = answer;
  expect(headers.get('content-type')).toBe('application/json; charset=utf-8');
  expect(headers.get('cache-control')).toBe('no-store');
  const { responseMetadata } = body as { responseMetadata?: { requestId: string } };
  const isPassedOver = status === 403 && Buffer.byteLength(sent.body) > MOST_UNADMITTED;
  const isUnread = (UNREAD.includes(status) || isPassedOver) && responseMetadata?.requestId === '';
  const requestId = isUnread ? '' : sentRequestId(sent.body);
  if (status !== 200 || responseMetadata) expect(responseMetadata).toEqual({ requestId });
  // Unknown paths and methods are answered in the same format as operations.
  if (status === 200) schemas(operationOf(sent.path), status, body);
  else schemas('healthCheck', status === 405 ? 400 : status, body);
  if (status !== 200) checkError(answer, requestId, log);
  else if (responseMetadata) expect(logged(log, `"requestId":${JSON.stringify(requestId)}`)).toBeDefined();
}
