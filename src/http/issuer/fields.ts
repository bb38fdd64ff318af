import type { FastifyRequest } from 'fastify';
import { fieldsCompiler, type Projection, type Schema } from '../../conventions/index.ts';
import { OPERATIONS, type OperationName } from '../../issuer/contract/index.ts';
import { fieldsOf, urlQuery } from '../conventions/index.ts';

const compile = fieldsCompiler();

const whole: Projection = (answer) => answer;

/** The part of an answer that is asked for; all of it where the parameter is not served. Throws INVALID_FIELD_SELECTION, INVALID_SYSTEM_PARAMETER. */
export function partOf(isServed: boolean) {
  if (!isServed) return () => whole;
  return (operation: OperationName, request: FastifyRequest): Projection =>
    compile(OPERATIONS[operation].response as Schema, fieldsOf(urlQuery(request.url), request));
}
