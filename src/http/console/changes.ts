import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { Compile } from 'typebox/compile';
import type { Administration } from '../../admin/administration.ts';
import { type ChangeView, PUBLISHER_METHODS } from '../../admin/publishers/contract.ts';
import { StatusError } from '../../conventions/status.ts';
import { membersOf } from '../admin/request-members.ts';
import { shapeRefusal } from '../admin/violations.ts';
import { statusAnswer } from '../conventions/index.ts';
import type { Gate } from './gate.ts';

const { request: Asked } = PUBLISHER_METHODS.listChanges;
const { id: _, ...others } = Asked.properties;
const Changes = Type.Object({ publisher: Asked.properties.id, ...others }, { additionalProperties: false });

/** A change, with the email of its author where a user made it. */
export type Change = ChangeView & { readonly email?: string };

type Caller = Parameters<Administration['getUser']>[1];

/** Authors that are no users, such as subjects of tokens of the command line, have none. */
async function emailsOf(
  subjects: ReadonlySet<string>,
  administration: Administration,
  caller: Caller,
): Promise<ReadonlyMap<string, string>> {
  const found = await Promise.all(
    [...subjects].map(async (user): Promise<readonly [string, string][]> => {
      try {
        return [[user, (await administration.getUser({ user }, caller)).email]];
      } catch (error) {
        if (error instanceof StatusError) return [];
        throw error;
      }
    }),
  );
  return new Map(found.flat());
}

/** The changes in an account, newest first, for people who may act for it. */
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
    const { publisher, orderBy = 'time desc', ...page } = asked;
    if (!publishers.has(publisher))
      throw new StatusError('PUBLISHER_NOT_GRANTED', 'You may not act for this publisher account.');
    const caller = { kind: 'operator', requestId: request.id, operatorId: subject, role: 'viewer' } as const;
    const { changes, ...rest } = await administration.listChanges(
      { id: publisher, orderBy, ...page },
      caller,
    );
    const emails = await emailsOf(new Set(changes.map((change) => change.subject)), administration, caller);
    return {
      changes: changes.map((change): Change => {
        const email = emails.get(change.subject);
        return { ...change, ...(email !== undefined && { email }) };
      }),
      ...rest,
    };
  });
}
