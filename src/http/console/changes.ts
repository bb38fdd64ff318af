import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { Compile } from 'typebox/compile';
import type { Administration } from '../../admin/administration.ts';
import { PUBLISHER_METHODS } from '../../admin/publishers/contract.ts';
import { StatusError } from '../../conventions/status.ts';
import { membersOf } from '../admin/request-members.ts';
import { shapeRefusal } from '../admin/violations.ts';
import { statusAnswer } from '../conventions/index.ts';
import type { Gate } from './gate.ts';

const { request: Asked } = PUBLISHER_METHODS.listChanges;
const { id: _, ...others } = Asked.properties;
const Changes = Type.Object({ publisher: Asked.properties.id, ...others }, { additionalProperties: false });

/** The changes in an account, from the audit log, for people who may act for it. */
export async function changesPlugin(
  instance: FastifyInstance,
  { gate, administration }: { readonly gate: Gate; readonly administration: Administration },
): Promise<void> {
  const check = Compile(Changes);
  instance.setErrorHandler((error, _request, reply) => {
    const { status, headers, text } = statusAnswer(error);
    return reply.code(status).headers(headers).send(text);
  });
  instance.get('/changes', async (request) => {
    const { subject, publishers } = await gate.identify(request);
    const asked = membersOf(Changes, request);
    if (!check.Check(asked)) throw shapeRefusal(check.Errors(asked), Changes);
    const { publisher, ...page } = asked;
    if (!publishers.has(publisher))
      throw new StatusError('PUBLISHER_NOT_GRANTED', 'You may not act for this publisher account.');
    const caller = { kind: 'operator', requestId: request.id, operatorId: subject, role: 'viewer' } as const;
    return administration.listChanges({ id: publisher, ...page }, caller);
  });
}
