import type { FastifyInstance } from 'fastify';
import { type Static, Type } from 'typebox';
import { Compile } from 'typebox/compile';
import { isAtLeast } from '../../accounts/permissions.ts';
import type { Administration } from '../../admin/administration.ts';
import { methodNamed } from '../../admin/contract/index.ts';
import { closed } from '../../conventions/json-schema.ts';
import { Identifier } from '../../issuer/contract/scalars.ts';
import type { AdminAdmission } from '../admin/plugin.ts';
import { membersOf, readJsonStrictly } from '../admin/request-members.ts';
import { shapeRefusal } from '../admin/violations.ts';
import { refuseCutOff } from '../conventions/index.ts';
import type { ObservedExchange } from '../observe-exchanges.ts';
import { answerErrors } from './answer-errors.ts';

const BODY_LIMIT = 16 * 1024;

/** Rows of one kind; a person types more of the id to see others. */
const MOST = 4;

const Asked = Type.Object({ idPrefix: Identifier('The start of an id.') }, closed);

const KINDS = ['listHolders', 'listCredentials', 'listProofings', 'listDevices'] as const;

interface IdSearchOptions {
  readonly administration: Administration;
  readonly admission: AdminAdmission;
  /** Counts a request of a person who is signed in. @throws StatusError RATE_LIMIT_EXCEEDED */
  readonly limit: (personId: string) => Promise<void>;
  readonly observe: (exchange: ObservedExchange) => void;
}

/**
 * Finds holders, credentials, proofings and devices by the start of their ids, as their lists do with `idPrefix`. What a person
 * types into a search may be a name or the number of a document, so it comes in the body, in no address.
 */
export async function idSearchPlugin(instance: FastifyInstance, options: IdSearchOptions): Promise<void> {
  const { administration, admission, limit, observe } = options;
  const check = Compile(Asked);
  answerErrors(instance, observe);
  readJsonStrictly(instance);
  instance.addHook('onRequest', async (request) => {
    await limit((await admission.identify(request)).operatorId);
    refuseCutOff(request);
  });
  instance.post('/ids::search', { bodyLimit: BODY_LIMIT }, async (request) => {
    const operator = await admission.identify(request);
    const asked = membersOf(Asked, request);
    if (!check.Check(asked)) throw shapeRefusal(check.Errors(asked), Asked);
    const { idPrefix } = asked as Static<typeof Asked>;
    const caller = { kind: 'operator', requestId: request.id, ...operator } as const;
    const allowed = KINDS.filter(
      (name) => name in administration && isAtLeast(operator.role, methodNamed(name).role),
    );
    const lists = await Promise.all(
      allowed.map((name) => administration[name]({ idPrefix, pageSize: MOST }, caller)),
    );
    return Object.assign({}, ...lists.map(({ nextPageToken: _, ...rows }) => rows));
  });
}
