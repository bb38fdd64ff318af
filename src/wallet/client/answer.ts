import { type Static, type TSchema, Type } from 'typebox';
import { Compile, type Validator } from 'typebox/compile';
import { omit } from '../../conventions/omit.ts';
import { jsonOrUndefined } from '../../conventions/strict-json.ts';
import {
  ERROR_REASONS,
  type ErrorReason,
  ErrorResponse,
  OPERATION_NAMES,
  OPERATIONS,
  type OperationName,
} from '../../issuer/contract/index.ts';
import { ExchangeError, IssuerRefusal } from '../errors.ts';
import type { TransportAnswer } from './transport.ts';

const responses = new Map<OperationName, Validator>(
  OPERATION_NAMES.map((name) => [name, Compile(OPERATIONS[name].response as TSchema)]),
);
const errorResponse = Compile(ErrorResponse);
const metadata = Compile(Type.Object({ responseMetadata: Type.Object({ requestId: Type.String() }) }));

const OK = 200;
const FIRST_ERROR_STATUS = 400;

/** The data with which an answer is checked. */
export interface AskedOperation {
  readonly operation: OperationName;
  readonly requestId: string;
}

function parse(text: string, operation: OperationName): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new ExchangeError('malformedAnswer', `the answer to ${operation} is not JSON`, { cause });
  }
}

function refusalOf(status: number, body: Static<typeof ErrorResponse>, asked: AskedOperation): IssuerRefusal {
  const { errorDescription, issuerErrorIdentifier } = body;
  const reason = (Object.keys(ERROR_REASONS) as ErrorReason[]).find((name) => body[name] !== undefined);
  return new IssuerRefusal({
    ...asked,
    status,
    errorDescription,
    issuerErrorIdentifier,
    ...(reason === undefined ? {} : { reason }),
  });
}

function mismatch(operation: OperationName): ExchangeError {
  return new ExchangeError('requestIdMismatch', `the answer to ${operation} belongs to another request`);
}

/** An ErrorResponse; its requestId is empty if the issuer could not read the requestId of the request. */
function refuse({ status, text }: TransportAnswer, asked: AskedOperation): never {
  const { operation, requestId } = asked;
  if (status < FIRST_ERROR_STATUS) {
    throw new ExchangeError('unexpectedStatus', `${operation} was answered with HTTP status ${status}`);
  }
  const body = jsonOrUndefined(text);
  if (!errorResponse.Check(body)) {
    throw new ExchangeError(
      'unexpectedStatus',
      `HTTP status ${status} to ${operation} without an ErrorResponse`,
    );
  }
  const echoed = body.responseMetadata.requestId;
  if (echoed !== '' && echoed !== requestId) throw mismatch(operation);
  throw refusalOf(status, body, asked);
}

/**
 * Checks the status and the shape of an answer, and that it belongs to this request: the recipient of a
 * response must check the requestId. Throws IssuerRefusal or ExchangeError.
 */
export function readAnswer(answer: TransportAnswer, asked: AskedOperation): object {
  const { operation, requestId } = asked;
  if (answer.status !== OK) return refuse(answer, asked);
  const body = parse(answer.text, operation);
  if (OPERATIONS[operation].metadata) {
    if (!metadata.Check(body)) {
      throw new ExchangeError('malformedAnswer', `the answer to ${operation} has no responseMetadata`);
    }
    if (body.responseMetadata.requestId !== requestId) throw mismatch(operation);
  }
  const shape = responses.get(operation) as Validator;
  if (!shape.Check(body)) {
    const places = shape.Errors(body).map(({ instancePath, message }) => `${instancePath || '/'} ${message}`);
    const problems = places.slice(0, 4).join('; ');
    throw new ExchangeError('malformedAnswer', `the answer to ${operation} has another shape: ${problems}`);
  }
  return omit(body as { readonly responseMetadata?: unknown }, 'responseMetadata');
}
