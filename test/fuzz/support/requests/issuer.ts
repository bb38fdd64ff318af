import fc from 'fast-check';
import { OPERATION_NAMES, OPERATIONS, operationPath } from '../../../../src/issuer/contract/index.ts';
import { mutated, mutations } from '../mutations.ts';
import { type FuzzRequest, JSON_BODY } from '../request.ts';
import { type Schema, skeleton } from '../skeleton.ts';
import type { Stage } from '../stage.ts';

/** A request of an operation that fits its schema. */
export function issuerBody(name: (typeof OPERATION_NAMES)[number], known: Stage['known']): object {
  const body = skeleton(OPERATIONS[name].request as Schema, known) as { requestMetadata?: object };
  const version = { major: 1, minor: 0 };
  return OPERATIONS[name].metadata
    ? { ...body, requestMetadata: { ...body.requestMetadata, version } }
    : body;
}

export const issuerRequests = ({ known }: Stage): fc.Arbitrary<FuzzRequest> =>
  fc.tuple(fc.constantFrom(...OPERATION_NAMES), mutations).map(([name, changes]) => ({
    listener: 'issuer',
    name,
    method: 'POST',
    path: operationPath(name),
    headers: [JSON_BODY],
    body: mutated(issuerBody(name, known), changes),
  }));
