import { Compile } from 'typebox/compile';
import { faultOfStatus, jsonOf } from './answer.ts';
import { CALLS, type CallName, Found, REFUSALS, type RefusalName, type SourcedRecord } from './contract.ts';
import { RecordFault } from './fault.ts';
import type { Answer } from './transport.ts';

export type ReadAnswer =
  | { readonly record: SourcedRecord; readonly refusal?: never }
  | { readonly refusal: RefusalName; readonly record?: never };

const OK = 200;

const found = Compile(Found);
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
 * What an answer says, by the contract and nothing else: a page that a proxy put in its place is a fault, also with
 * status 200 or 404. @throws RecordFault
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
