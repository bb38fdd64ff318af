import { Compile } from 'typebox/compile';
import { withinDepth } from '../conventions/json.ts';
import { parseStrictJson } from '../conventions/strict-json.ts';
import {
  CALLS,
  type CallName,
  FoundRecord,
  REFUSALS,
  type RefusalName,
  type SourcedRecord,
} from './contract.ts';
import { type FaultName, RecordFault } from './fault.ts';
import type { Answer } from './transport.ts';

/** Domestic driving privileges are nested deepest and need nine levels. */
const DEEPEST = 16;

/** Faults by status, whatever the body is, because a proxy may have sent the answer. */
const FAULT_OF_STATUS: Readonly<Record<number, FaultName>> = {
  401: 'credentials',
  403: 'credentials',
  502: 'busy',
  503: 'busy',
  504: 'busy',
};

/** The fault of an answer with a status that the contract does not have. */
export const faultOfStatus = (status: number): FaultName => FAULT_OF_STATUS[status] ?? 'status';

const JSON_TYPE = /^application\/json *(; *charset="?utf-8"?)?$/i;

/** @throws RecordFault */
export function jsonOf({ mediaType, body }: Answer): unknown {
  if (!JSON_TYPE.test(mediaType ?? '')) throw new RecordFault('notJson');
  let value: unknown;
  try {
    value = parseStrictJson(new TextDecoder('utf-8', { fatal: true }).decode(body));
  } catch {
    // The parser's error is not attached as a cause, because its message quotes the input.
    throw new RecordFault('notJson');
  }
  if (!withinDepth(value, DEEPEST)) throw new RecordFault('tooDeep');
  return value;
}

export type ReadAnswer =
  | { readonly record: SourcedRecord; readonly refusal?: never }
  | { readonly refusal: RefusalName; readonly record?: never };

const OK = 200;

const found = Compile(FoundRecord);
const refusals = {
  lookupByCode: Compile(CALLS.lookupByCode.refusal),
  get: Compile(CALLS.get.refusal),
} as const;

interface Check<Shape> {
  Check(value: unknown): value is Shape;
}

function shaped<Shape>(check: Check<Shape>, answer: Answer): Shape {
  const value = jsonOf(answer);
  if (check.Check(value)) return value;
  throw new RecordFault('contract');
}

/**
 * Reads an answer strictly by the contract. An error page from a proxy is a fault, even with status 200 or 404.
 * @throws RecordFault
 */
export function readAnswer(name: CallName, answer: Answer): ReadAnswer {
  const { status } = answer;
  if (status === OK) return { record: shaped(found, answer).record };
  if (!Object.values<number>(REFUSALS).includes(status)) {
    throw new RecordFault(faultOfStatus(status));
  }
  const { error } = shaped(refusals[name], answer);
  if (REFUSALS[error] !== status) throw new RecordFault('contract');
  return { refusal: error };
}
